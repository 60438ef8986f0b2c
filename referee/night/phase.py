"""The phase of a night: a table from top to bottom, the first row that fits.

`PHASES_AFTER` is what may come after each; the picture in the docs is drawn from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from referee.calls.phase_state import PASSER_HAS_IT, PlayPhase
from referee.game.state import GamePhase
from referee.rulebooks.play_step import PlayStep


class NightPhase(StrEnum):
    """One phase of an evening."""

    BEFORE = "before the game"
    BETWEEN = "between plays"
    DECISION = "a decision"
    KICK = "a kick"
    SET_UP = "set-up"
    SET = "set"
    SNAP = "snap"
    LIVE = "live"
    STOP = "stop"
    READ = "read"
    BROKEN_OFF = "broken off"
    DEAD = "dead"
    ALARM = "alarm"
    OVER = "the game is over"


@dataclass(frozen=True, slots=True)
class PhaseFacts:
    """What the phase depends on. ``touched``: hands were over the board since the last play.

    ``ready``: the coach has said so, or it counts as set. ``broken_off``: the power went off for
    what is no part of play. ``counted``: the play that was on is in the journal. ``kicking``: a
    kick was chosen that is played on the board. ``decides``: people have to decide something first.
    """

    game_phase: GamePhase
    step: PlayStep
    play_phase: PlayPhase | None
    power: bool = False
    alarm: bool = False
    ready: bool = False
    touched: bool = False
    broken_off: bool = False
    counted: bool = False
    kicking: bool = False
    decides: bool = False


@dataclass(frozen=True, slots=True)
class PhaseRow:
    """One row: the phase, when it is, in words, and the test of that."""

    phase: NightPhase
    when: str
    fits: Callable[[PhaseFacts], bool]


_BEFORE_SNAP = frozenset({PlayStep.SET})
_SNAP = frozenset({PlayStep.SET, PlayStep.SNAP})
_KICKS = frozenset({GamePhase.KICKOFF, GamePhase.FREE_KICK})


def _before_snap(at: PhaseFacts) -> bool:
    return at.step in _BEFORE_SNAP


PHASE_TABLE: tuple[PhaseRow, ...] = (
    PhaseRow(
        NightPhase.ALARM, "eyes and switch disagree: a person has to look", lambda at: at.alarm
    ),
    PhaseRow(
        NightPhase.SNAP,
        "the first power of a play, and the snap's pulse",
        lambda at: at.power and at.step in _SNAP,
    ),
    PhaseRow(NightPhase.LIVE, "power", lambda at: at.power),
    PhaseRow(
        NightPhase.BROKEN_OFF,
        "no power for what is no part of play: it goes on where it was",
        lambda at: at.broken_off and not _before_snap(at) and at.step is not PlayStep.DEAD,
    ),
    PhaseRow(
        NightPhase.DEAD,
        "the play is over, and is being counted",
        lambda at: at.step is PlayStep.DEAD and not at.counted,
    ),
    PhaseRow(NightPhase.BEFORE, "no game has begun", lambda at: at.game_phase is GamePhase.BEFORE),
    PhaseRow(
        NightPhase.OVER, "the last quarter is over", lambda at: at.game_phase is GamePhase.OVER
    ),
    PhaseRow(
        NightPhase.DECISION,
        "a toss, a choice or a challenge: people decide",
        lambda at: at.decides and (_before_snap(at) or at.counted),
    ),
    PhaseRow(
        NightPhase.READ,
        "a stop at which the passer has the ball and may name a play",
        lambda at: not _before_snap(at) and at.play_phase in PASSER_HAS_IT and not at.counted,
    ),
    PhaseRow(
        NightPhase.STOP,
        "a stop on the way",
        lambda at: not _before_snap(at) and not at.counted,
    ),
    PhaseRow(
        NightPhase.KICK,
        "a kick comes next: what became of it is entered",
        lambda at: at.game_phase in _KICKS and not at.kicking,
    ),
    PhaseRow(NightPhase.SET, "all is said to be set: the count runs", lambda at: at.ready),
    PhaseRow(NightPhase.SET_UP, "hands have begun to line up", lambda at: at.touched),
    PhaseRow(NightPhase.BETWEEN, "the next play has not been touched yet", lambda _at: True),
)


def phase_of(at: PhaseFacts) -> NightPhase:
    """The phase of the first row that fits."""
    return next(row.phase for row in PHASE_TABLE if row.fits(at))


# What may follow what, and why. An alarm may come at any time and leads back to rest; what a coach
# enters or takes back leads to rest as well, to a kick, or to the end of the game.
PHASES_AFTER: Mapping[NightPhase, tuple[tuple[str, NightPhase], ...]] = {
    NightPhase.BEFORE: (
        ("the game begins", NightPhase.KICK),
        ("a coin is tossed first", NightPhase.DECISION),
    ),
    NightPhase.DECISION: (
        ("who kicks off is known", NightPhase.KICK),
        ("a challenge is decided", NightPhase.BETWEEN),
        ("it is left at a tie", NightPhase.OVER),
    ),
    NightPhase.KICK: (
        ("a half or an overtime opens", NightPhase.DECISION),
        ("its end is entered", NightPhase.BETWEEN),
        ("a return is put on", NightPhase.STOP),
        ("the last quarter ends", NightPhase.OVER),
    ),
    NightPhase.BETWEEN: (
        ("hands", NightPhase.SET_UP),
        ("ready", NightPhase.SET),
        ("a half, an overtime, a challenge", NightPhase.DECISION),
        ("a kick, a score or the half is entered", NightPhase.KICK),
        ("the last quarter ends", NightPhase.OVER),
    ),
    NightPhase.SET_UP: (
        ("ready, or set by itself", NightPhase.SET),
        ("a kick, a score or the half is entered", NightPhase.KICK),
        ("something is entered or taken back", NightPhase.BETWEEN),
        ("the last quarter ends", NightPhase.OVER),
    ),
    NightPhase.SET: (
        ("the count is over", NightPhase.SNAP),
        ("the count is over, no pulse", NightPhase.LIVE),
        ("wait", NightPhase.SET_UP),
        ("wait, nobody has touched it", NightPhase.BETWEEN),
    ),
    NightPhase.SNAP: (
        ("the pulse is over", NightPhase.READ),
        ("a stop", NightPhase.STOP),
        ("the play ends", NightPhase.DEAD),
        ("hands, camera or switch", NightPhase.BROKEN_OFF),
        ("the play goes on", NightPhase.LIVE),
    ),
    NightPhase.READ: (
        ("ready", NightPhase.LIVE),
        ("a play is named", NightPhase.STOP),
        ("a play that ends at once is named", NightPhase.DEAD),
    ),
    NightPhase.STOP: (("ready", NightPhase.LIVE), ("the pass has failed", NightPhase.DEAD)),
    NightPhase.LIVE: (
        ("a stop", NightPhase.STOP),
        ("a stop, and a play may be named", NightPhase.READ),
        ("the play ends", NightPhase.DEAD),
        ("hands, camera or switch", NightPhase.BROKEN_OFF),
    ),
    NightPhase.BROKEN_OFF: (
        ("ready", NightPhase.LIVE),
        ("ready, in the snap", NightPhase.SNAP),
        ("the play had ended", NightPhase.DEAD),
    ),
    NightPhase.DEAD: (
        ("it is counted", NightPhase.BETWEEN),
        ("a score is counted", NightPhase.KICK),
        ("a half or an overtime opens", NightPhase.DECISION),
        ("the last quarter ends", NightPhase.OVER),
        ("it was none: power comes back", NightPhase.LIVE),
    ),
    NightPhase.ALARM: (("a person has looked", NightPhase.BETWEEN),),
    NightPhase.OVER: (("the last entry is taken back", NightPhase.BETWEEN),),
}
