"""A call: what a rulebook makes of something that was found, and how sure that is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from referee.calls.doubts import Doubt
from referee.calls.episode import Consequence, Episode
from referee.core.errors import BadValue


class CallKind(StrEnum):
    """What was called."""

    TACKLE = "tackle"
    BROKEN_TACKLE = "broken tackle"
    SACK = "sack"
    COVERAGE_SACK = "coverage sack"
    FUMBLE = "fumble"
    UNCLEAR_TACKLE = "unclear tackle"
    OUT_OF_BOUNDS = "out of bounds"
    TOUCHDOWN = "touchdown"
    SAFETY = "safety"
    UNCLEAR_LINE = "unclear line"
    LINE_TO_GAIN = "line to gain reached"
    SHORT = "short of the line to gain"
    ENGAGED = "engaged"
    CARRIER_UNKNOWN = "carrier unknown"
    NOT_SEEN = "not seen"
    PROGRESS_STOPPED = "progress stopped"
    CARRIER_DOWN = "carrier down"
    FALL = "fall"  # the dice say what becomes of it
    RECOVERED = "recovered"
    LOOSE_OUT = "loose ball out"
    STOP = "stop"  # a rule stops the board on the way
    PULSE_OVER = "pulse over"
    GAIN_CUT_BACK = "gain cut back"
    FALSE_START = "false start"
    ILLEGAL_FORMATION = "illegal formation"
    UNCLEAR_TOUCH = "unclear touch"  # of the marker of a pass
    CATCH = "catch"
    INTERCEPTION = "interception"
    INCOMPLETE = "incomplete"
    BATTED_DOWN = "batted down"
    THROWN_AWAY = "thrown away"
    GROUNDING = "grounding"
    ILLEGAL_TOUCHING = "illegal touching"
    TOUCHBACK = "touchback"
    KICKED = "kicked"  # the dice, or a word, say where it comes down
    HIGH_SNAP = "high snap"
    BLOCKED = "kick blocked"
    INTERFERENCE = "kick interference"
    KICK_CAUGHT = "kick caught"
    FAIR_CATCH = "fair catch"
    MUFFED = "muffed fair catch"
    LIVE_KICK = "live kick"  # nobody is there: it lies on the board
    DOWNED = "kick downed"
    KICK_DEAD = "kick dead"  # nobody may play it: short, out of bounds, or as the book puts it
    KICK_GOOD = "kick good"
    KICK_MISSED = "kick missed"
    NOT_ALLOWED = "not allowed"  # said or done against the rules: nothing comes of it
    ALLOWED = "allowed"  # though it was too close to be sure: it holds, and is flagged


class CallAction(StrEnum):
    """What to do about it now."""

    CUT = "cut"
    KEEP_RUNNING = "keep running"
    RECORD = "record"
    HAND_OVER = "hand over"  # power off, and the other side holds the switch from then on


ENDS_PLAY = frozenset(
    {
        CallKind.TACKLE,
        CallKind.SACK,
        CallKind.COVERAGE_SACK,
        CallKind.FUMBLE,
        CallKind.OUT_OF_BOUNDS,
        CallKind.TOUCHDOWN,
        CallKind.THROWN_AWAY,
        CallKind.GROUNDING,
        CallKind.PROGRESS_STOPPED,
        CallKind.CARRIER_DOWN,
        CallKind.FALL,
        CallKind.BLOCKED,
        CallKind.INTERFERENCE,
    }
)


# What follows from where a call leaves the ball.
_OF_THE_SPOT = frozenset({Consequence.SAFETY, Consequence.LINE_TO_GAIN})
_ALIVE = frozenset({CallKind.BROKEN_TACKLE, CallKind.FUMBLE, CallKind.FALL})


@dataclass(frozen=True, slots=True)
class BallSpot:
    """Where the ball is: on the board, as it lay; the sigma is along the field."""

    x_mm: float
    y_mm: float
    sigma_mm: float


@dataclass(frozen=True, slots=True)
class Call:
    """One call. ``flag`` holds the reasons, as words, why somebody should look at it; none: sure.

    ``t_ns`` is when it happened, between frames; ``sigma_ns`` how well that is known. ``gap_mm`` is
    the gap of two bases, or how far beyond a line. ``frames`` are the instants it rests on.
    ``episode`` is what it is about: a later call of the same episode stands in its place.
    ``dead``: the play is over with it though its kind does not say so, as after a catch that may
    not be advanced.
    """

    t_ns: int
    sigma_ns: int
    kind: CallKind
    rule: str
    certainty: float
    action: CallAction
    players: tuple[str, ...]
    gap_mm: float | None
    sigma_mm: float | None
    spot: BallSpot | None
    flag: tuple[Doubt, ...]
    frames: tuple[int, ...]
    episode: Episode
    dead: bool = False

    def __post_init__(self) -> None:
        if not 0.0 <= self.certainty <= 1.0:
            raise BadValue("certainty", self.certainty, "a probability from 0 to 1")
        if self.t_ns < 0 or self.sigma_ns < 0:
            raise BadValue("t_ns", self.t_ns, "a time that is not negative")

    @property
    def flagged(self) -> bool:
        """Whether it should be looked at."""
        return bool(self.flag)

    @property
    def ends_play(self) -> bool:
        """Whether the play is over with this call."""
        return self.dead or self.kind in ENDS_PLAY


def final_calls(calls: list[Call]) -> list[Call]:
    """The calls that stand: of each episode the last, in the order of their times.

    >>> final_calls([])
    []
    """
    last = {call.episode: call for call in calls}
    stand = [call for call in last.values() if not _fell_with(call, last)]
    return sorted(stand, key=lambda call: (call.t_ns, call.kind.value, call.players))


def _fell_with(call: Call, last: Mapping[Episode, Call]) -> bool:
    """Whether a call only followed from one that turned out to leave the ball alive."""
    cause = call.episode.cause
    if cause is None or call.episode.follows[0] not in _OF_THE_SPOT:
        return False
    first = last.get(cause)
    return first is not None and first.kind in _ALIVE
