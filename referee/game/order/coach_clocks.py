"""The coaches' clocks of a play: setting up, turning figures at a stop, throwing.

A value made of marks, each with its time; what a clock shows is a matter of that and of the time
that is asked for. Clocks run nowhere by themselves, and nothing here ends a play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from referee.core.clock import S_NS
from referee.core.settings.ruled import Ruled
from referee.game.frame_rules import ClockEnd, ClockRules


class ClockKind(StrEnum):
    """What a clock is for."""

    SET_UP = "set-up"
    TURNS = "adjustments"
    PASSING = "pass"


class ClockMark(StrEnum):
    """What starts, halts or ends clocks."""

    PLAY_OVER = "play over"  # or anything else from which the next play is set up anew
    SIDE_DONE = "side done"  # whose turn it is says that it is set
    POWER = "power"
    STOP = "stop"
    STOP_TO_THROW = "stop to pass"  # at which a pass may be thrown
    SCRAMBLE = "scramble"
    BALL_AWAY = "ball away"  # it is thrown, or somebody runs with it
    HALTED = "halted"  # nothing is to be set up: somebody decides, or a flag is open


class ClockSide(StrEnum):
    """Whose clock it is."""

    OFFENSE = "offense"
    DEFENSE = "defense"

    @property
    def other(self) -> ClockSide:
        """The other side."""
        return ClockSide.DEFENSE if self is ClockSide.OFFENSE else ClockSide.OFFENSE


@dataclass(frozen=True, slots=True)
class CoachClock:
    """One clock. ``since_ns`` is when it was started; None: it is halted at ``spent_ns``.

    ``then`` are the seconds that the other side has after it, where its end starts them.
    """

    kind: ClockKind
    side: ClockSide
    limit: Ruled[float]
    since_ns: int | None
    spent_ns: int = 0
    then: Ruled[float] | None = None

    def left_ns(self, t_ns: int) -> int:
        """What is left of it at a time; 0: it has run out."""
        run_ns = 0 if self.since_ns is None else max(t_ns - self.since_ns, 0)
        return max(round(self.limit.value * S_NS) - self.spent_ns - run_ns, 0)

    def halted(self, t_ns: int) -> CoachClock:
        """The clock halted at a time."""
        spent_ns = round(self.limit.value * S_NS) - self.left_ns(t_ns)
        return replace(self, since_ns=None, spent_ns=spent_ns)


@dataclass(frozen=True, slots=True)
class CoachClocks:
    """The clocks of a play: of whose turn it is, and of a pass. ``first`` turns first at a stop."""

    rules: ClockRules
    turn: CoachClock | None = None
    passing: CoachClock | None = None

    def after(
        self, mark: ClockMark, t_ns: int, first: ClockSide = ClockSide.OFFENSE
    ) -> CoachClocks:
        """The clocks after a mark."""
        return _AFTER[mark](self.at(t_ns), t_ns, first)

    def at(self, t_ns: int) -> CoachClocks:
        """The clocks at a time: where one side's has run out, the other's may have begun."""
        turn = self.turn
        if turn is None or turn.then is None or turn.since_ns is None or turn.left_ns(t_ns):
            return self
        ended_ns = turn.since_ns + round(turn.limit.value * S_NS)
        return replace(self, turn=_clock(turn.kind, turn.side.other, turn.then, ended_ns))

    def showing(self, t_ns: int) -> tuple[CoachClock, ...]:
        """The clocks that are on at a time."""
        now = self.at(t_ns)
        return tuple(each for each in (now.turn, now.passing) if each is not None)

    def offers(self, t_ns: int) -> tuple[tuple[CoachClock, ClockEnd], ...]:
        """The clocks that have run out and what the rulebook offers then, if anything."""
        over = (each for each in self.showing(t_ns) if not each.left_ns(t_ns))
        ends = ((each, self._end(each)) for each in over)
        return tuple((each, end) for each, end in ends if end is not ClockEnd.NOTHING)

    def _end(self, clock: CoachClock) -> ClockEnd:
        if clock.kind is ClockKind.PASSING:
            return self.rules.pass_end.value
        sets_up = clock.kind is ClockKind.SET_UP and clock.side is ClockSide.OFFENSE
        return self.rules.set_up_end.value if sets_up else ClockEnd.NOTHING


def _clock(
    kind: ClockKind,
    side: ClockSide,
    limit: Ruled[float],
    since_ns: int,
    then: Ruled[float] | None = None,
) -> CoachClock | None:
    """A clock from its beginning; None where the book has none."""
    return CoachClock(kind, side, limit, since_ns, then=then) if limit.value else None


def _set_up(now: CoachClocks, t_ns: int, _first: ClockSide) -> CoachClocks:
    limit = now.rules.set_up_s
    return replace(now, turn=_clock(ClockKind.SET_UP, ClockSide.OFFENSE, limit, t_ns), passing=None)


def _side_done(now: CoachClocks, t_ns: int, _first: ClockSide) -> CoachClocks:
    turn = now.turn
    if turn is None:
        return now
    sets_up = turn.kind is ClockKind.SET_UP and turn.side is ClockSide.OFFENSE
    then = now.rules.defense_set_s if sets_up else turn.then
    if then is None:
        return replace(now, turn=None)
    return replace(now, turn=_clock(turn.kind, turn.side.other, then, t_ns))


def _power(now: CoachClocks, t_ns: int, _first: ClockSide) -> CoachClocks:
    passing = now.passing
    return replace(now, turn=None, passing=None if passing is None else passing.halted(t_ns))


def _stop(now: CoachClocks, t_ns: int, first: ClockSide) -> CoachClocks:
    limit = now.rules.stop_s
    return replace(now, turn=_clock(ClockKind.TURNS, first, limit, t_ns, limit), passing=None)


def _pass_stop(now: CoachClocks, t_ns: int, first: ClockSide) -> CoachClocks:
    halted = now.passing
    if halted is None:
        passing = _clock(ClockKind.PASSING, ClockSide.OFFENSE, now.rules.pass_s, t_ns)
    else:
        passing = replace(halted, since_ns=t_ns)
    return replace(_stop(now, t_ns, first), passing=passing)


def _scramble(now: CoachClocks, t_ns: int, _first: ClockSide) -> CoachClocks:
    rules, passing = now.rules, now.passing
    turn = _clock(ClockKind.TURNS, ClockSide.OFFENSE, rules.scramble_s, t_ns, rules.stop_s)
    return replace(now, turn=turn, passing=None if passing is None else passing.halted(t_ns))


_AFTER: Mapping[ClockMark, Callable[[CoachClocks, int, ClockSide], CoachClocks]] = {
    ClockMark.PLAY_OVER: _set_up,
    ClockMark.SIDE_DONE: _side_done,
    ClockMark.POWER: _power,
    ClockMark.STOP: _stop,
    ClockMark.STOP_TO_THROW: _pass_stop,
    ClockMark.SCRAMBLE: _scramble,
    ClockMark.BALL_AWAY: lambda now, _t_ns, _first: replace(now, passing=None),
    ClockMark.HALTED: lambda now, _t_ns, _first: replace(now, turn=None, passing=None),
}
