"""What the live page is told, as plain values: the board once, its state often, a head a frame."""

from __future__ import annotations

import json
from collections.abc import Sequence

from referee.core.clock import MS_NS
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.base_shape import BasePart
from referee.core.geometry.pose import Pose
from referee.core.roster import Player
from referee.sim.live.process.messages import BoardPreparing, BoardReady, BoardTick, FrameNote
from referee.sim.live.stepped_board import BoardHappening
from referee.web.live.page_board import FormationChoices
from referee.web.night.picture_outlines import OUTLINE_SAGITTA_MM, drawn_bases

CONTACT_MM = 0.05
FIELD_KEYS = (
    "title",
    "goal_to_goal_mm",
    "width_mm",
    "left_end_zone_mm",
    "right_end_zone_mm",
    "near_hash_y_mm",
    "far_hash_y_mm",
    "hash_length_mm",
    "near_numbers_outer_y_mm",
    "near_numbers_inner_y_mm",
    "far_numbers_inner_y_mm",
    "far_numbers_outer_y_mm",
    "metal_left_x_mm",
    "metal_right_x_mm",
    "metal_near_y_mm",
    "metal_far_y_mm",
    "yard_line_every_yd",
)

JsonValues = dict[str, object]


def preparing(step: BoardPreparing) -> JsonValues:
    """The start-up goes on."""
    return {"kind": "preparing", "doing": step.doing, "done": round(step.done, 3)}


def lost(why: str) -> JsonValues:
    """The board is gone."""
    return {"kind": "lost", "why": why}


def about(ready: BoardReady, choices: FormationChoices) -> JsonValues:
    """Everything that does not change."""
    return {
        "kind": "about",
        "field": field_values(ready.profile),
        "players": [player_values(p) for p in ready.roster],
        "size": [ready.camera.width_px, ready.camera.height_px],
        "fps": ready.fps,
        "offences": dict(choices.offences),
        "defences": dict(choices.defences),
        "titles": {**choices.others, **choices.offences, **choices.defences},
    }


def state(tick: BoardTick, now_ns: int, news: Sequence[tuple[int, BoardHappening]]) -> JsonValues:
    """The board now. ``news`` is what happened since the viewer was last told."""
    board = tick.state
    until_ns = tick.power.until_ns
    return {
        "kind": "state",
        "time_ms": round(board.t_ns / MS_NS, 1),
        "physics": round(tick.physics_share, 3),
        "gain": round(board.power_gain, 3),
        "power": {
            "closed": tick.power.closed,
            "cause": tick.power.cause.value,
            "left_ms": None if until_ns is None else max(0, (until_ns - now_ns) // MS_NS),
            "latched": tick.power.latched,
        },
        "coach": {
            "doing": tick.coach.doing,
            "paused": tick.coach.paused,
            "switches": tick.coach.switches,
            "play": tick.coach.play,
            "offence": tick.coach.offence,
            "defence": tick.coach.defence,
            "seed": tick.coach.seed,
            "carrier": tick.coach.carrier,
        },
        "pieces": [
            [p.player_id, *_pose(p.pose), int(p.fallen), round(p.lift_mm, 1)] for p in board.pieces
        ],
        "markers": [[m.kind.value, *_pose(m.pose)] for m in board.markers],
        "news": [_happening(number, h) for number, h in news],
    }


def frame_head(note: FrameNote, ready: BoardReady, now_ns: int) -> JsonValues:
    """What a picture truly shows, to be drawn over it."""
    bases, gaps = note.truth.seen.bases, note.truth.gaps
    touching = {name for gap in gaps if gap.gap_mm <= CONTACT_MM for name in (gap.a, gap.b)}
    return {
        "sequence": note.sequence,
        "time_ms": round((note.t_ns - ready.start_ns) / MS_NS, 1),
        "age_ms": round((now_ns - note.t_ns) / MS_NS, 1),
        "render_ms": round(note.render_ns / MS_NS, 1),
        "dropped": note.dropped,
        "bases": [
            {
                "id": base.id,
                "team": base.team and base.team.value,
                "touching": base.id in touching,
                "outline": outline,
                "front": front,
                "at": at,
            }
            for base, (outline, front, at) in zip(
                bases, drawn_bases(bases, ready.roster, ready.camera), strict=True
            )
        ],
        "contacts": [[g.a, g.b] for g in gaps if g.gap_mm <= CONTACT_MM],
    }


def packed(head: JsonValues, jpeg: bytes) -> bytes:
    """Head and picture as one message: length of the head (4 bytes, little-endian), head, JPEG."""
    text = json.dumps(head, separators=(",", ":")).encode("utf-8")
    return len(text).to_bytes(4, "little") + text + jpeg


def field_values(profile: FieldProfile) -> JsonValues:
    """What is printed where."""
    return {key: getattr(profile, key) for key in FIELD_KEYS}


def player_values(player: Player) -> JsonValues:
    """A figure with the outline of its base."""
    outline = player.base.outline_mm(OUTLINE_SAGITTA_MM).round(2)
    return {
        "id": player.id,
        "team": player.team.value,
        "number": player.number,
        "outline_mm": outline.ravel().tolist(),
        "front_mm": player.base.corners_mm[:2].ravel().tolist(),
        "front": BasePart.FRONT.value,
    }


def _pose(pose: Pose) -> tuple[float, float, float]:
    return round(pose.x_mm, 2), round(pose.y_mm, 2), round(pose.heading_deg, 2)


def _happening(number: int, happening: BoardHappening) -> JsonValues:
    return {
        "number": number,
        "time_ms": round(happening.t_ns / MS_NS, 3),
        "kind": happening.kind,
        "text": happening.text,
        "players": list(happening.players),
    }
