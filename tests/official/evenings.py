"""Plays driven frame by frame through the official, with a switch that does as it is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from referee.calls.call import Call, final_calls
from referee.core.field.direction import Direction
from referee.core.roster import Player, Roster, Team
from referee.game.events import Event
from referee.game.state import GamePhase, State
from referee.loaders.rulebooks import load_rulebook
from referee.official.declarations.types import Declaration, PlayMoved, SwitchUsed
from referee.official.official import Official
from referee.official.outcome import PlayNotice
from referee.rulebooks.play_step import PlayStep
from tests.calls.plays import BASE, Moves, film
from tests.core.fields import EASY

# H1 passes, H22 and H33 run, H55 and H75 are the outer linemen; A50 and A90 defend.
NUMBERS = {Team.HOME: (1, 22, 33, 44, 55, 75, 88), Team.AWAY: (50, 90)}
ROSTER = Roster(
    tuple(
        Player(f"{team.name[0]}{number}", team, number, BASE)
        for team, numbers in NUMBERS.items()
        for number in numbers
    )
)
# Home snaps at x = 300 and plays to the right; a yard is 8 mm. The box is y = 109.7 to 210.3.
STATE = State(
    phase=GamePhase.SCRIMMAGE,
    quarter=1,
    home_plays=Direction.RIGHT,
    team=Team.HOME,
    down=1,
    x_mm=300.0,
    y_mm=160.0,
    dead_y_mm=160.0,
    to_gain_x_mm=380.0,
    series=1,
)
LINEMEN = {"H55": [(0, 285, 120, 0)], "H75": [(0, 285, 200, 0)]}
FAR = {"A90": [(0, 700, 20, 180)]}
Script = Sequence[tuple[float, Declaration]]


@dataclass
class Evening:
    """What came of a play: every call, when power was cut, where the play stood in every frame."""

    calls: list[Call] = field(default_factory=list)
    cuts: list[float] = field(default_factory=list)
    restores: list[float] = field(default_factory=list)
    notices: list[tuple[float, PlayNotice]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    official: Official | None = None

    def said(self) -> list[tuple[str, str]]:
        """Kind and rule of each call that stands."""
        return [(call.kind.value, call.rule) for call in final_calls(self.calls)]

    def at(self, t: float) -> PlayNotice:
        """Where the play stood in the last frame up to a time."""
        return [notice for at, notice in self.notices if at <= t][-1]


def evening(
    rulebook: str,
    script: Script,
    moves: Moves,
    seconds: float,
    *,
    relay: bool = True,
    state: State = STATE,
    fallen: Mapping[str, float] | None = None,
) -> Evening:
    """Drive a play; with a relay the power follows the official's orders."""
    got = Evening()
    official = Official(load_rulebook(rulebook), EASY, ROSTER, state)
    got.official, power, left = official, False, list(script)
    for board in film({**LINEMEN, **FAR, **moves}, seconds, fallen=fallen):
        at = board.t_ns / 1e9
        while left and left[0][0] <= at:
            t, said = left.pop(0)
            if isinstance(said, SwitchUsed):
                power = said.on
            out = official.hear(round(t * 1e9), said)
            power = _follow(got, out, t, power, relay=relay)
        out = official.see(replace(board, power=power))
        power = _follow(got, out, at, power, relay=relay)
        got.notices.append((at, official.notice))
    out = official.close()
    got.calls += out.calls
    got.events += out.events
    return got


def _follow(got, out, at, power, *, relay):
    got.calls += out.calls
    got.events += out.events
    if out.cut:
        got.cuts.append(at)
    if out.restore:
        got.restores.append(at)
    return (power or out.restore) and not out.cut if relay else power


def snap(carrier: str = "H1", at: float = 0.1) -> list[tuple[float, Declaration]]:
    """The line-up is set and the power comes on."""
    return [(0.0, PlayMoved(step=PlayStep.SET, carrier=carrier)), (at, SwitchUsed(True))]


def put(step: PlayStep, carrier: str, team: Team | None = None) -> list[tuple[float, Declaration]]:
    """The play is put to a place in the procedure, and the power comes on."""
    said = PlayMoved(step=step, carrier=carrier, team=team)
    return [(0.0, said), (0.1, SwitchUsed(True))]
