"""The coaches' clocks of a night: what happens at the board becomes marks, with their times."""

from __future__ import annotations

from dataclasses import dataclass

from referee.calls.phase_state import PASSER_HAS_IT, PlayPhase
from referee.core.clock import MS_NS
from referee.game.frame_rules import ClockEnd, ClockRules
from referee.game.order.coach_clocks import ClockKind, ClockMark, ClockSide, CoachClocks
from referee.night.safety.missing_players import BETWEEN_PLAYS
from referee.official.outcome import PlayNotice, QuestionKind
from referee.rulebooks.play_step import PlayStep
from referee.rulebooks.procedure import Procedure


@dataclass(frozen=True, slots=True)
class ShownClock:
    """A clock as people see and hear it. ``end`` is what is offered once nothing is left."""

    kind: ClockKind
    side: ClockSide
    limit_s: float
    left_ms: int
    warning_s: float
    rule: str
    end: ClockEnd


@dataclass(frozen=True, slots=True)
class ClockFacts:
    """What clocks depend on. ``since_ns`` is when the game last changed, ``entry`` by which entry.

    ``sets_up``: nothing else is due before the next snap. ``broken_off``: the play waits for what
    is no part of it.
    """

    t_ns: int
    power: bool
    notice: PlayNotice
    sets_up: bool
    broken_off: bool
    entry: int
    since_ns: int


class PlayClocks:
    """Fed every frame. Where the book has no clocks, or a house wants none, nothing ever runs."""

    def __init__(self, rules: ClockRules | None, procedure: Procedure) -> None:
        self._rules, self._procedure = rules, procedure
        runs = rules is not None and rules.run.value
        self._now = CoachClocks(rules) if runs and rules is not None else None
        self._entry: int | None = None
        # The step that ran when the power was on; None: the stop after it has begun.
        self._ran: PlayStep | None = None

    @property
    def run(self) -> bool:
        """Whether there are any."""
        return self._now is not None

    def update(self, at: ClockFacts) -> None:
        """What a frame shows starts, halts and ends clocks."""
        if at.power:
            if self._ran is None:
                self._mark(ClockMark.POWER, at.t_ns)
                self._ran, self._entry = at.notice.step, None
        elif at.notice.step in BETWEEN_PLAYS or at.broken_off:
            self._ran = None
            self._between(at)
        elif self._ran is not None:
            offense = at.notice.first in (None, at.notice.offense)
            first = ClockSide.OFFENSE if offense else ClockSide.DEFENSE
            throws = at.notice.phase in PASSER_HAS_IT and self._may_throw(self._ran)
            mark = ClockMark.STOP_TO_THROW if throws else ClockMark.STOP
            self._mark(mark, at.t_ns, first)
            self._ran = None
        elif _ball_away(at.notice):
            self._mark(ClockMark.BALL_AWAY, at.t_ns)

    def scrambled(self, t_ns: int) -> None:
        """The offense has called a scramble."""
        self._mark(ClockMark.SCRAMBLE, t_ns)

    def side_done(self, t_ns: int) -> bool:
        """The side whose turn it is says that it is set; returns whether a clock ran for it."""
        ran = self._now is not None and self._now.at(t_ns).turn is not None
        self._mark(ClockMark.SIDE_DONE, t_ns)
        return ran

    def showing(self, t_ns: int) -> tuple[ShownClock, ...]:
        """The clocks that are on."""
        if self._now is None or self._rules is None:
            return ()
        offers, warning_s = dict(self._now.offers(t_ns)), self._rules.warning_s.value
        return tuple(
            ShownClock(
                each.kind,
                each.side,
                each.limit.value,
                each.left_ns(t_ns) // MS_NS,
                warning_s,
                each.limit.rule,
                offers.get(each, ClockEnd.NOTHING),
            )
            for each in self._now.showing(t_ns)
        )

    def _between(self, at: ClockFacts) -> None:
        if not at.sets_up or at.broken_off:
            if self._entry != -1:
                self._mark(ClockMark.HALTED, at.t_ns)
            self._entry = -1
        elif at.entry != self._entry:
            self._entry = at.entry
            self._mark(ClockMark.PLAY_OVER, min(at.since_ns, at.t_ns))

    def _may_throw(self, ran: PlayStep) -> bool:
        if ran not in self._procedure:
            return False
        return PlayStep.IN_THE_AIR in (self._procedure.row(ran).plays or {}).values()

    def _mark(self, mark: ClockMark, t_ns: int, first: ClockSide = ClockSide.OFFENSE) -> None:
        if self._now is not None:
            self._now = self._now.after(mark, t_ns, first)


def _ball_away(notice: PlayNotice) -> bool:
    """Whether the passer has thrown, or another play was named."""
    if notice.phase is PlayPhase.IN_THE_AIR:
        waits = (QuestionKind.TARGET, QuestionKind.THROW)
        return not any(ask.what in waits for ask in notice.asks)
    return notice.phase not in PASSER_HAS_IT
