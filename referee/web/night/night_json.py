"""What the page of a game night is told, as plain values: the night once, its moments often."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.calls.play_name import MissedThrow, RollKind
from referee.core.clock import MS_NS
from referee.core.roster import Team
from referee.game.game_rules import GameRules
from referee.game.state import GamePhase, State
from referee.night.interface import NightInfo, ObservedFrame, StartProgress
from referee.web.live.live_feed import JsonValues, field_values, player_values
from referee.web.night.picture_outlines import drawn_bases, drawn_line

# Where the ball lies for a snap, there is a line of scrimmage.
SNAPPED = frozenset({GamePhase.SCRIMMAGE, GamePhase.TRY})


@dataclass(frozen=True, slots=True)
class LinkedPages:
    """What else the program serves: pages by path and title, and the referee's voice."""

    links: Mapping[str, str]
    sound: bool


def starting(doing: StartProgress) -> JsonValues:
    """The start goes on, or has come to its end."""
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
        "field": field_values(about.field),
        "players": [player_values(p) for p in about.roster],
        "names": {team.value: about.names.get(team, team.value) for team in Team},
        "colours": {team.value: about.colours.get(team, "") for team in Team},
        "size": [about.camera.width_px, about.camera.height_px],
        "fps": about.fps,
        "simulated": about.simulated,
        "kept": about.folder is not None,
        "dice": _dice(about.rulebook.game),
        "hits": [hit.value for hit in MissedThrow],
        "offense_chooses": about.rulebook.game.placing.offense_chooses.value,
        "links": dict(pages.links),
        "sound": pages.sound,
    }


def frame_head(
    shot: ObservedFrame, about: NightInfo, state: State | None, now_ns: int
) -> JsonValues:
    """What the eyes made of a picture, in its pixels, to be drawn over it."""
    seen, frame = shot.observation, shot.frame
    bases = [base for base in seen.bases if base.id is not None]
    drawn = drawn_bases(bases, about.roster, about.camera)
    return {
        "sequence": frame.sequence,
        "age_ms": round((now_ns - frame.t_ns) / MS_NS, 1),
        "bases": [
            {
                "id": base.id,
                "doubtful": base.doubtful,
                "outline": outline,
                "front": front,
                "at": at,
            }
            for base, (outline, front, at) in zip(bases, drawn, strict=True)
        ],
        "hands": [[round(v) for v in hand.box_px] for hand in seen.hands or ()],
        "lines": _lines(state, about),
    }


def _lines(state: State | None, about: NightInfo) -> dict[str, list[float]]:
    if state is None or state.stage not in SNAPPED:
        return {}
    lines = {"scrimmage": drawn_line(state.x_mm, about.field, about.camera)}
    if state.to_gain_x_mm is not None:
        lines["to gain"] = drawn_line(state.to_gain_x_mm, about.field, about.camera)
    return lines


def _dice(rules: GameRules) -> dict[str, dict[str, int]]:
    """How many dice of how many sides are rolled for what; what a rulebook does not roll is out."""
    tests = {roll: getattr(rules.dice, roll.name.lower()).value for roll in RollKind}
    return {
        roll.value: {"count": test.count, "sides": test.sides}
        for roll, test in tests.items()
        if test.count
    }
