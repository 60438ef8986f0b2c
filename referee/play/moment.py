"""Where the evening stands, as one word: a table from top to bottom, the first row that fits.

`FOLLOWS` is what may come after each; the picture in the docs is drawn from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from referee.calls.situation import PASSER_HAS_IT, Phase
from referee.game.state import Stage
from referee.rulebooks.period import Period


class Moment(StrEnum):
    """One phase of an evening."""

    BEFORE = "before the game"
    BETWEEN = "between plays"
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
class Facts:
    """What the table goes by. ``touched``: hands were over the board since the last play.

    ``ready``: the coach has said so, or it counts as set. ``broken_off``: the power went off for
    what is no part of play. ``counted``: the play that was on is in the journal.
    """

    stage: Stage
    period: Period
    phase: Phase | None
    power: bool = False
    alarm: bool = False
    ready: bool = False
    touched: bool = False
    broken_off: bool = False
    counted: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One row: the moment, in words when it is, and the test of that."""

    moment: Moment
    when: str
    fits: Callable[[Facts], bool]


_BEFORE_SNAP = frozenset({Period.SET})
_SNAP = frozenset({Period.SET, Period.SNAP})
_KICKS = frozenset({Stage.KICKOFF, Stage.FREE_KICK})


def _before_snap(at: Facts) -> bool:
    return at.period in _BEFORE_SNAP


TABLE: tuple[Row, ...] = (
    Row(Moment.ALARM, "eyes and switch disagree: a person has to look", lambda at: at.alarm),
    Row(
        Moment.SNAP,
        "the first power of a play, and the snap's pulse",
        lambda at: at.power and at.period in _SNAP,
    ),
    Row(Moment.LIVE, "power", lambda at: at.power),
    Row(
        Moment.BROKEN_OFF,
        "no power for what is no part of play: it goes on where it was",
        lambda at: at.broken_off and not _before_snap(at) and at.period is not Period.DEAD,
    ),
    Row(
        Moment.DEAD,
        "the play is over, and is being counted",
        lambda at: at.period is Period.DEAD and not at.counted,
    ),
    Row(Moment.BEFORE, "no game has begun", lambda at: at.stage is Stage.BEFORE),
    Row(Moment.OVER, "the last quarter is over", lambda at: at.stage is Stage.OVER),
    Row(
        Moment.READ,
        "a stop at which the passer has the ball and may name a play",
        lambda at: not _before_snap(at) and at.phase in PASSER_HAS_IT and not at.counted,
    ),
    Row(
        Moment.STOP,
        "a stop on the way",
        lambda at: not _before_snap(at) and not at.counted,
    ),
    Row(
        Moment.KICK,
        "a kick comes next: what became of it is entered",
        lambda at: at.stage in _KICKS,
    ),
    Row(Moment.SET, "all is said to be set: the count runs", lambda at: at.ready),
    Row(Moment.SET_UP, "hands have begun to line up", lambda at: at.touched),
    Row(Moment.BETWEEN, "the next play has not been touched yet", lambda _at: True),
)


def moment_of(at: Facts) -> Moment:
    """The first row that fits."""
    return next(row.moment for row in TABLE if row.fits(at))


_AT_REST = (Moment.BETWEEN, Moment.SET_UP, Moment.SET)
# What may follow what, and why. An alarm may come at any time and leads back to rest; what a coach
# enters or takes back leads to rest as well, to a kick, or to the end of the game.
FOLLOWS: Mapping[Moment, tuple[tuple[str, Moment], ...]] = {
    Moment.BEFORE: (("the game begins", Moment.KICK),),
    Moment.KICK: (
        ("its end is entered", Moment.BETWEEN),
        ("a return is put on", Moment.STOP),
        ("the last quarter ends", Moment.OVER),
    ),
    Moment.BETWEEN: (
        ("hands", Moment.SET_UP),
        ("ready", Moment.SET),
        ("a kick, a score or the half is entered", Moment.KICK),
        ("the last quarter ends", Moment.OVER),
    ),
    Moment.SET_UP: (
        ("ready, or set by itself", Moment.SET),
        ("a kick, a score or the half is entered", Moment.KICK),
        ("something is entered or taken back", Moment.BETWEEN),
        ("the last quarter ends", Moment.OVER),
    ),
    Moment.SET: (
        ("the count is over", Moment.SNAP),
        ("the count is over, no pulse", Moment.LIVE),
        ("wait", Moment.SET_UP),
        ("wait, nobody has touched it", Moment.BETWEEN),
    ),
    Moment.SNAP: (
        ("the pulse is over", Moment.READ),
        ("a stop", Moment.STOP),
        ("the play ends", Moment.DEAD),
        ("hands, camera or switch", Moment.BROKEN_OFF),
        ("the play goes on", Moment.LIVE),
    ),
    Moment.READ: (
        ("ready", Moment.LIVE),
        ("a play is named", Moment.STOP),
        ("a play that ends at once is named", Moment.DEAD),
    ),
    Moment.STOP: (("ready", Moment.LIVE), ("the pass has failed", Moment.DEAD)),
    Moment.LIVE: (
        ("a stop", Moment.STOP),
        ("a stop, and a play may be named", Moment.READ),
        ("the play ends", Moment.DEAD),
        ("hands, camera or switch", Moment.BROKEN_OFF),
    ),
    Moment.BROKEN_OFF: (
        ("ready", Moment.LIVE),
        ("ready, in the snap", Moment.SNAP),
        ("the play had ended", Moment.DEAD),
    ),
    Moment.DEAD: (
        ("it is counted", Moment.BETWEEN),
        ("a score is counted", Moment.KICK),
        ("it was none: power comes back", Moment.LIVE),
    ),
    Moment.ALARM: (("a person has looked", Moment.BETWEEN),),
    Moment.OVER: (("the last entry is taken back", Moment.BETWEEN),),
}
