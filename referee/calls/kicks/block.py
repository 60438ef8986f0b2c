"""A kick that is blocked, and a returner who is touched before the kick has come down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from referee.calls.call import CallKind
from referee.calls.contact.touch import PairFrame
from referee.calls.contact.weighed_touch import WeighedTouch
from referee.calls.detector import RunContext
from referee.calls.frame import SeenBase
from referee.calls.kicks.block_rules import BlockTouch
from referee.calls.phase_state import PlayPhase
from referee.calls.tackle.carrier_down import BROKEN, DOWN, FROM_BEHIND, NO_TOUCH, CarrierDown


class KickBlock(CarrierDown):
    """Watches every opponent of the kicker for the touch that blocks the kick."""

    phases = frozenset({PlayPhase.RUSH})
    down = CallKind.BLOCKED

    def __init__(self, run: RunContext) -> None:
        super().__init__(run)
        watch = run.state.kick
        self._block = None if watch is None else watch.block
        self.behind_rule = "" if self._block is None else self._block.rule

    @classmethod
    def watches(cls, run: RunContext) -> bool:
        """Whether somebody is known to kick, and a touch blocks it."""
        watch = run.state.kick
        return run.state.carrier is not None and watch is not None and watch.block is not None

    def _down_rule(self, _found: WeighedTouch) -> str:
        return self.behind_rule

    def _weigh(
        self, look: PairFrame, _carrier: SeenBase, opponent: SeenBase
    ) -> Mapping[str, float]:
        """How likely the touch of a frame, if it is one, blocks the kick."""
        contact = look.contact
        if contact is None or self._block is None:
            return NO_TOUCH
        front = self._block.value is BlockTouch.FRONT
        counts = contact.with_front(opponent.p_front) if front else 1.0
        upright = 1.0 if self._touch.fallen_tackles.value else opponent.p_upright
        return {DOWN: counts * upright, FROM_BEHIND: 0.0, BROKEN: (1.0 - counts) * upright}


class HolderBlock(KickBlock):
    """The same for the one who holds the ball, where that blocks it too."""

    def __init__(self, run: RunContext) -> None:
        watch = run.state.kick
        super().__init__(_about(run, None if watch is None else watch.holder))

    @classmethod
    def watches(cls, run: RunContext) -> bool:
        """Whether somebody is known to hold the ball for a kick."""
        watch = run.state.kick
        return watch is not None and watch.holder is not None and watch.block is not None


class ReturnerTouched(CarrierDown):
    """Watches the returner: a touch before the kick has come down is a foul, or a fair catch."""

    phases = frozenset({PlayPhase.RUSH, PlayPhase.COVERAGE})

    def __init__(self, run: RunContext) -> None:
        watch = run.state.kick
        other = run.state.phase is PlayPhase.RUSH
        super().__init__(_about(run, None if watch is None else watch.returner, other=other))
        foul = None if watch is None else watch.interference
        self.down = CallKind.FAIR_CATCH if foul is None else CallKind.INTERFERENCE
        self.behind_rule = foul or (watch.covered if watch is not None else None) or ""

    @classmethod
    def watches(cls, run: RunContext) -> bool:
        """Whether the returner is known, and a touch is something."""
        watch = run.state.kick
        return (
            watch is not None
            and watch.returner is not None
            and (watch.interference is not None or watch.covered is not None)
        )

    def _down_rule(self, _found: WeighedTouch) -> str:
        return self.behind_rule

    def _weigh(
        self, look: PairFrame, _carrier: SeenBase, opponent: SeenBase
    ) -> Mapping[str, float]:
        if look.contact is None:
            return NO_TOUCH
        return {DOWN: opponent.p_upright, FROM_BEHIND: 0.0, BROKEN: 0.0}


def _about(run: RunContext, player: str | None, *, other: bool = False) -> RunContext:
    """The same run, about another player than the one who has the ball."""
    state = run.state
    if player is None:
        return run
    team = state.team.other if other else state.team
    about = replace(state, carrier=player, team=team, plays=state.plays_of(team))
    return RunContext(run.context, about, free=run.free, trails=run.trails, counts=run.counts)
