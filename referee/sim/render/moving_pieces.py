"""Everything that moves, put where it is when its row of the picture is read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from referee.core.errors import BadValue
from referee.core.roster import Player
from referee.sim.art.figures.placement import piece_transform
from referee.sim.art.mesh import Mesh
from referee.sim.art.props.hands import hand_mesh
from referee.sim.art.props.markers import marker_mesh
from referee.sim.board_state import BoardState, HandState, MarkerKind, MarkerState, PieceState
from referee.sim.look import SceneLook
from referee.sim.render.actors import Actors
from referee.sim.render.arrays import F64
from referee.sim.render.faces.vertices import upright
from referee.sim.render.light.occlusion import open_shares
from referee.sim.render.sensor.shutter import exposed_marker, exposed_pieces, motion_row
from referee.sim.render.truth.piece_answers import DrawnPiece

PieceMaker = Callable[[Player, SceneLook], Mesh]
FIRST_PIECE = 1
FIRST_MARKER = 100
FIRST_HAND = 200
SAME_KIND = 12  # markers of one kind that may lie on a board at once
MARKER_SLOTS = tuple(kind for kind in MarkerKind for _ in range(SAME_KIND))


@dataclass(frozen=True, slots=True)
class FrameCast:
    """What is in one frame: pieces, markers, hands, and the groups they are drawn in."""

    pieces: list[DrawnPiece]
    markers: list[tuple[MarkerState, float]]
    hands: tuple[HandState, ...]
    groups: list[Actors]
    hand_group: Actors | None


class MovingPieces:
    """Meshes are made once; only hands, which change their grip, are made when they do."""

    def __init__(self, look: SceneLook, lamps: int, make_piece: PieceMaker) -> None:
        if len(look.roster) >= FIRST_MARKER:
            raise BadValue("roster", len(look.roster), f"up to {FIRST_MARKER - 1} players")
        self._look, self._lamps = look, lamps
        meshes = [make_piece(player, look) for player in look.roster]
        self._pieces = Actors(meshes, lamps, FIRST_PIECE, [open_shares(m) for m in meshes])
        self._markers: Actors | None = None
        self._hands: tuple[tuple[tuple[int, bool], ...], Actors] | None = None

    def set(self, state: BoardState) -> FrameCast:
        """Place the state's pieces, markers and hands."""
        pieces = self._set_pieces(state)
        markers = [exposed_marker(m, self._look.camera, self._look.sensor) for m in state.markers]
        hands = self._set_hands(state.hands)
        groups = [g for g in (hands, self._pieces) if g is not None]
        if markers:
            groups.append(self._set_markers([m for m, _ in markers]))
        return FrameCast(pieces, markers, state.hands, groups, hands)

    def _set_pieces(self, state: BoardState) -> list[DrawnPiece]:
        camera, sensor, roster = self._look.camera, self._look.sensor, self._look.roster
        group = self._pieces
        group.active[:] = 0
        indices = [roster.index(piece.player_id) for piece in state.pieces]
        players = [roster.players[i] for i in indices]
        tops_mm = [s.lift_mm + p.base.height_mm for s, p in zip(state.pieces, players, strict=True)]
        shown = []
        exposed = exposed_pieces(state.pieces, tops_mm, camera, sensor)
        for index, player, (now, delay_s) in zip(indices, players, exposed, strict=True):
            matrix = _transform(now, player)
            group.active[index] = 1
            group.matrices[index] = matrix
            group.motion[index] = motion_row(now.vx_mm_s, now.vy_mm_s, now.spin_deg_s, now.pose)
            shown.append(DrawnPiece(player, now, matrix, delay_s, FIRST_PIECE + index))
        return shown

    def _set_markers(self, markers: list[MarkerState]) -> Actors:
        if self._markers is None:
            meshes = {kind: marker_mesh(kind) for kind in MarkerKind}
            self._markers = Actors(
                [meshes[kind] for kind in MARKER_SLOTS], self._lamps, FIRST_MARKER
            )
        group = self._markers
        group.active[:] = 0
        for marker in markers:
            kind = list(MarkerKind).index(marker.kind)
            slots = range(kind * SAME_KIND, (kind + 1) * SAME_KIND)
            free = [i for i in slots if group.active[i] == 0]
            if not free:
                raise BadValue(str(marker.kind), SAME_KIND + 1, f"up to {SAME_KIND} on a board")
            p = marker.pose
            group.active[free[0]] = 1
            group.matrices[free[0]] = upright(p.x_mm, p.y_mm, p.heading_deg)
            group.motion[free[0]] = motion_row(marker.vx_mm_s, marker.vy_mm_s, 0.0, p)
        return group

    def _set_hands(self, hands: tuple[HandState, ...]) -> Actors | None:
        if not hands:
            return None
        shapes = tuple((round(h.grip_mm), h.left) for h in hands)
        if self._hands is None or self._hands[0] != shapes:
            meshes = [hand_mesh(_at_origin(h), self._look) for h in hands]
            group = Actors(meshes, self._lamps, FIRST_HAND, wide=True)
            group.active[:] = 1
            self._hands = (shapes, group)
        group = self._hands[1]
        for i, h in enumerate(hands):
            group.matrices[i] = upright(h.x_mm, h.y_mm, h.arm_heading_deg, h.z_mm)
        return group


def _transform(state: PieceState, player: Player) -> F64:
    """As `piece_transform`, which is slow for those that stand."""
    if state.fallen:
        return piece_transform(state, player.base)
    p = state.pose
    return upright(p.x_mm, p.y_mm, p.heading_deg, state.lift_mm)


def _at_origin(hand: HandState) -> HandState:
    """The same hand and grip where matrices start from, so that moving it needs no new mesh."""
    return replace(hand, x_mm=0.0, y_mm=0.0, z_mm=0.0, arm_heading_deg=0.0)
