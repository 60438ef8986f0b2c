"""What the page of a game night is told, as plain values: the night once, its moments often."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.calls.play_name import MissedThrow, RollKind
from referee.core.clock import MS_NS
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.base_shape import BasePart
from referee.core.roster import Player, Team
from referee.game.game_rules import GameRules
from referee.game.penalties.foul_table import FoulSpot
from referee.game.state import GamePhase, State
from referee.night.interface import NightInfo, ObservedFrame, StartProgress
from referee.web.night.picture_outlines import OUTLINE_SAGITTA_MM, drawn_bases, drawn_line
from referee.web.server.page_app import JsonValues

# Where the ball lies for a snap, there is a line of scrimmage.
SNAPPED = frozenset({GamePhase.SCRIMMAGE, GamePhase.TRY})
# What a page draws of a field.
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

_BY_SPOT = frozenset({FoulSpot.FOUL, FoulSpot.FARTHER})


@dataclass(frozen=True, slots=True)
class LinkedPages:
    """What else the program serves: pages by path and title, the referee's voice, and hands."""

    links: Mapping[str, str]
    sound: bool
    hands: bool = False


def starting(doing: StartProgress) -> JsonValues:
    """How far the start is, and why it failed if it did."""
    return {
        "kind": "starting",
        "doing": doing.words,
        "done": round(doing.done, 3),
        "trouble": doing.trouble,
    }


def failed(failures: Sequence[str]) -> JsonValues:
    """Parts of the program that failed while the night goes on."""
    return {"kind": "failures", "failures": list(failures)}


def about_night(about: NightInfo, pages: LinkedPages) -> JsonValues:
    """Everything that does not change while the night runs."""
    return {
        "kind": "about",
        "title": about.title,
        "rulebook": about.rulebook.title,
        "rulebook_name": about.rulebook.name,
        "field": _field(about.field),
        "players": [_player(p) for p in about.roster],
        "names": {team.value: about.names.get(team, team.value) for team in Team},
        "colours": {team.value: about.colours.get(team, "") for team in Team},
        "size": [about.camera.width_px, about.camera.height_px],
        "fps": about.fps,
        "simulated": about.simulated,
        "kept": about.folder is not None,
        "dice": _dice(about.rulebook.game),
        "hits": [hit.value for hit in MissedThrow],
        "kickoffs_count": about.rulebook.game.quarters.kickoffs_count.value,
        "tries": _tries(about.rulebook.game),
        "fouls": _fouls(about.rulebook.game),
        "foul_dice": _foul_dice(about.rulebook.game),
        "links": dict(pages.links),
        "sound": pages.sound,
        "hands": pages.hands,
    }


def frame_head(
    shot: ObservedFrame, about: NightInfo, state: State | None, now_ns: int
) -> JsonValues:
    """What was seen in a picture, in its pixels, to be drawn over it."""
    seen, frame = shot.observation, shot.frame
    bases = [base for base in seen.bases if base.player]
    drawn = drawn_bases(bases, about.roster, about.camera)
    return {
        "sequence": frame.sequence,
        "age_ms": round((now_ns - frame.t_ns) / MS_NS, 1),
        "bases": [
            {
                "id": base.player,
                "doubtful": base.muted,
                "outline": outline,
                "front": front,
                "at": at,
            }
            for base, (outline, front, at) in zip(bases, drawn, strict=True)
        ],
        "hands": [[round(v) for v in hand.box_px] for hand in seen.hands or ()],
        "lines": _lines(state, about),
    }


def packed(head: JsonValues, jpeg: bytes) -> bytes:
    """Head and picture as one message: length of the head (4 bytes, little-endian), head, JPEG."""
    text = json.dumps(head, separators=(",", ":")).encode("utf-8")
    return len(text).to_bytes(4, "little") + text + jpeg


def _field(profile: FieldProfile) -> JsonValues:
    """What is printed where."""
    return {key: getattr(profile, key) for key in FIELD_KEYS}


def _player(player: Player) -> JsonValues:
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


def _lines(state: State | None, about: NightInfo) -> dict[str, list[float]]:
    if state is None or state.phase not in SNAPPED:
        return {}
    lines = {"scrimmage": drawn_line(state.x_mm, about.field, about.camera)}
    if state.to_gain_x_mm is not None:
        lines["to gain"] = drawn_line(state.to_gain_x_mm, about.field, about.camera)
    return lines


def _tries(rules: GameRules) -> JsonValues:
    """Whether the ball of a try may be moved across."""
    return {"between_hashes": rules.tries.between_hashes.value}


def _fouls(rules: GameRules) -> list[JsonValues]:
    """Every foul by its name, who commits it, and whether its yards go by where it was."""
    return [
        {"name": row.name, "by": row.by.value, "spot": row.safety or row.spot in _BY_SPOT}
        for row in rules.fouls
    ]


def _foul_dice(rules: GameRules) -> list[int] | None:
    """The sides of the penalty die and of the action die; None: the book rolls for no fouls."""
    chart = rules.fouls.chart
    return None if chart is None else [chart.sides, len(chart.fouls)]


def _dice(rules: GameRules) -> dict[str, dict[str, int]]:
    """Count and sides of the dice for each roll that the rulebook has."""
    fixed = (roll for roll in RollKind if roll is not RollKind.KICK)  # a kick has its own tables
    tests = {roll: getattr(rules.dice, roll.name.lower()).value for roll in fixed}
    return {
        roll.value: {"count": test.count, "sides": test.sides}
        for roll, test in tests.items()
        if test.count
    }
