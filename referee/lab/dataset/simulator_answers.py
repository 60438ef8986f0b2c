"""From the simulator's truth about a frame to the answer sheet its judge reads."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from referee.core.geometry.pose import Pose
from referee.core.roster import Player
from referee.lab.dataset.answer_sheet import (
    NOBODY,
    AnswerBox,
    AnswerSheet,
    BaseAnswer,
    GapAnswer,
    MarkerAnswer,
)
from referee.lab.dataset.labels import ThingLabel
from referee.sim.look import SceneLook
from referee.sim.render import FrameTruth
from referee.sim.render.truth.frame_truth import PieceTruth
from referee.vision.frame.board_scale import board_scale_px_per_mm
from referee.vision.network.detector_classes import BALL, FALLEN, FELT, HAND, MAGNET

MARKERS = (BALL, FELT, MAGNET)
HARD_BELOW_MM = 120.0  # lamps smaller than this throw hard shadows


def answer_sheet_of(
    truth: FrameTruth,
    look: SceneLook,
    labels: Sequence[ThingLabel],
    engine: str,
    board: str,
    bare: Collection[str] = (),
) -> AnswerSheet:
    """Everything true of a rendered frame; what labels leave out is hidden by a hand or an arm.

    ``bare`` are players of whom there is only the base.
    """
    players = {player.id: player for player in look.roster}
    fallen = {label.player_id: _box(label) for label in labels if label.kind == FALLEN}
    markers = [_box(label) for label in labels if label.kind in MARKERS]
    return AnswerSheet(
        engine=engine,
        board=board,
        light=light_of(look),
        turf=look.field.turf,
        px_per_mm=board_scale_px_per_mm(look.camera),
        bases=tuple(
            _base(piece, players[piece.player_id], look, fallen, piece.player_id in bare)
            for piece in truth.pieces
        ),
        markers=tuple(
            MarkerAnswer(
                m.kind.value, m.x_mm, m.y_mm, m.px, not any(_inside(m.px, b) for b in markers)
            )
            for m in truth.markers
        ),
        hands=tuple(_box(label) for label in labels if label.kind == HAND),
        gaps=tuple(GapAnswer(g.first, g.second, g.gap_mm) for g in truth.gaps),
    )


def light_of(look: SceneLook) -> str:
    """In a word, by the strongest lamp: small ones make hard shadows."""
    strongest = max(look.lamps, key=lambda lamp: lamp.strength)
    if strongest.gobo:
        return "window with bars"
    return "hard light" if strongest.size_mm < HARD_BELOW_MM else "soft light"


def _base(
    piece: PieceTruth, player: Player, look: SceneLook, fallen: Mapping[str, AnswerBox], bare: bool
) -> BaseAnswer:
    team = look.teams[piece.team]
    corners = [(round(x, 4), round(y, 4)) for x, y in piece.corners_px]
    return BaseAnswer(
        id=piece.player_id,
        team=piece.team,
        pose=Pose(piece.x_mm, piece.y_mm, piece.heading_deg),
        shape=player.base,
        top_mm=piece.top_mm,
        corners_px=(corners[0], corners[1], corners[2], corners[3]),
        visible=float(piece.visible),
        fallen=piece.fallen,
        lifted=piece.lifted,
        off_picture=piece.off_picture,
        figure=NOBODY if bare else look.figures[piece.player_id].stance.value,
        base_colour=team.base,
        base_alpha=team.base_alpha,
        jersey=team.jersey,
        front_mark=team.front_mark.value,
        box_px=fallen.get(piece.player_id),
    )


def _box(label: ThingLabel) -> AnswerBox:
    left, top, right, bottom = (round(float(v), 3) for v in label.box_px)
    return left, top, right, bottom


def _inside(px: tuple[float, float], box: AnswerBox) -> bool:
    return box[0] <= px[0] <= box[2] and box[1] <= px[1] <= box[3]
