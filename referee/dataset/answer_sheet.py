"""From the simulator's truth about a frame to the answer sheet its judge reads."""

from __future__ import annotations

from referee.core.pose import Pose
from referee.core.roster import Player
from referee.dataset.answers import Answers, BaseAnswer, GapAnswer, MarkerAnswer
from referee.sim.look import Look
from referee.sim.render import FrameTruth
from referee.sim.render.truth import PieceTruth
from referee.vision.on_board import board_scale_px_per_mm

HARD_BELOW_MM = 120.0  # lamps smaller than this throw hard shadows


def answers_of(truth: FrameTruth, look: Look, engine: str, board: str) -> Answers:
    """Everything true of a rendered frame."""
    players = {player.id: player for player in look.roster}
    boxes = [hand.box_px for hand in truth.hands]
    return Answers(
        engine=engine,
        board=board,
        light=light_of(look),
        turf=look.field.turf,
        px_per_mm=board_scale_px_per_mm(look.camera),
        bases=tuple(_base(piece, players[piece.player_id], look) for piece in truth.pieces),
        markers=tuple(
            MarkerAnswer(m.kind.value, m.x_mm, m.y_mm, m.px, any(_inside(m.px, b) for b in boxes))
            for m in truth.markers
        ),
        hands=tuple((float(a), float(b), float(c), float(d)) for a, b, c, d in boxes),
        gaps=tuple(GapAnswer(g.first, g.second, g.gap_mm) for g in truth.gaps),
    )


def light_of(look: Look) -> str:
    """In a word, by the strongest lamp: small ones make hard shadows."""
    strongest = max(look.lamps, key=lambda lamp: lamp.strength)
    if strongest.gobo:
        return "window with bars"
    return "hard light" if strongest.size_mm < HARD_BELOW_MM else "soft light"


def _base(piece: PieceTruth, player: Player, look: Look) -> BaseAnswer:
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
        figure=look.figures[piece.player_id].stance.value,
        base_colour=team.base,
        base_alpha=team.base_alpha,
        jersey=team.jersey,
        front_mark=team.front_mark.value,
    )


def _inside(px: tuple[float, float], box: tuple[int, int, int, int]) -> bool:
    return box[0] <= px[0] <= box[2] and box[1] <= px[1] <= box[3]
