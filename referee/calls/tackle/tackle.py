"""Tackle: an opponent's base touches the carrier's, with its front where the rulebook asks for it.

Awake on runs, after catches and on returns; while the passer has the ball it is a sack.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from referee.calls.call import Call, CallAction, CallKind
from referee.calls.contact.contact_episode import ContactEpisode
from referee.calls.contact.contact_tracker import OpponentContact
from referee.calls.contact.touch import PairFrame
from referee.calls.contact.weighed_touch import WeighedTouch
from referee.calls.detector import RunContext
from referee.calls.doubts import Doubt, DoubtKind
from referee.calls.episode import EpisodeTopic
from referee.calls.frame import BoardFrame, SeenBase
from referee.calls.lines.spot import pose_until
from referee.calls.phase_state import CARRIER_RUNS, PlayPhase
from referee.calls.tackle.broken_tackle_delay import BrokenTackleDelay
from referee.calls.tackle.carrier_down import (
    BROKEN,
    DOWN,
    FROM_BEHIND,
    NO_TOUCH,
    TOO_CLOSE,
    CarrierDown,
)
from referee.core.field.field_profile import FieldProfile
from referee.core.field.yards import stick_mm
from referee.core.geometry.base_shape import BasePart
from referee.core.geometry.crossing import HalfPlane, ahead_of_x
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.reach import reach_beyond
from referee.core.probability import p_below
from referee.core.settings.ruled import Ruled, choice, flag, number


class FrontNeeded(StrEnum):
    """Where only the front of a base tackles."""

    EVERYWHERE = "everywhere"
    NEAR_THE_LINE = "near the line"
    NOWHERE = "nowhere"


@dataclass(frozen=True, slots=True)
class TackleRules:
    """What a rulebook says of tackles."""

    front: Annotated[
        Ruled[FrontNeeded],
        choice(FrontNeeded, "where only the front of a base tackles (its corners included)"),
    ]
    front_until_yd: Annotated[
        Ruled[float],
        number(0.0, 100.0, "yards past the line of scrimmage that count as near the line"),
    ]
    front_at_limit: Annotated[
        Ruled[bool], flag("whether a spot exactly that far past the line still counts as near it")
    ]
    any_touch: Annotated[Ruled[bool], flag("whether any touch tackles where no front is needed")]
    rear_tackles: Annotated[
        Ruled[bool],
        flag("whether a touch by an opponent's rear tackles there; on returns it always does"),
    ]
    broken: Annotated[
        Ruled[bool], flag("whether a touch that does not tackle is noted as a broken tackle")
    ]
    broken_s: Annotated[
        Ruled[float],
        number(
            0.0, 5.0, "seconds after a broken tackle in which the carrier's progress may not stop"
        ),
    ]
    from_behind_fumbles: Annotated[
        Ruled[bool], flag("whether an opponent's front on the carrier's back is a fumble")
    ]


class Tackles(CarrierDown):
    """The tackle calls of one power run."""

    phases = CARRIER_RUNS
    down = CallKind.TACKLE

    def __init__(self, run: RunContext) -> None:
        super().__init__(run)
        self._rules = run.context.rules.tackle
        self.behind_rule = self._rules.from_behind_fumbles.rule
        self._limit = self._limit_of(run.context.field)
        self._broken = BrokenTackleDelay(self._rules.broken_s.value, self._contacts)

    def close(self) -> list[Call]:
        """Broken tackles that still wait, and touches that may have been a tackle."""
        return [*self._broken.close(), *super().close()]

    def _weigh(self, look: PairFrame, carrier: SeenBase, opponent: SeenBase) -> Mapping[str, float]:
        """How likely the touch of a frame, if it is one, downs the carrier, and how."""
        contact = look.contact
        if contact is None:
            return NO_TOUCH
        rules = self._rules
        rear = contact.of_b(BasePart.BACK)
        turned = rear + contact.of_b(BasePart.BACK_LEFT, BasePart.BACK_RIGHT)
        front = opponent.p_front * contact.front_of_b + (1.0 - opponent.p_front) * turned
        needed = self._front_needed(look.a)
        returning = self._state.phase is PlayPhase.RETURN
        spared = 0.0 if rules.rear_tackles.value or returning else rear
        touch = (1.0 - spared) if rules.any_touch.value else front
        counts = needed * front + (1.0 - needed) * touch
        upright = 1.0 if self._touch.fallen_tackles.value else opponent.p_upright
        behind = contact.on_back(carrier.p_front) if rules.from_behind_fumbles.value else 0.0
        down = counts * upright
        return {DOWN: down, FROM_BEHIND: down * behind, BROKEN: upright - down}

    def _limit_of(self, field: FieldProfile) -> HalfPlane | None:
        """The line up to which a front is needed; None where that is the same everywhere."""
        state, rules = self._state, self._rules
        near = rules.front.value is FrontNeeded.NEAR_THE_LINE
        runs = state.phase is PlayPhase.RUN or state.caught_behind
        if not near or not runs or state.scrimmage_x_mm is None:
            return None
        past = state.plays.sign * stick_mm(field, rules.front_until_yd.value)
        place = state.scrimmage_x_mm + past
        return ahead_of_x(place, state.plays)

    def _front_needed(self, carrier: MeasuredPose) -> float:
        """How likely the carrier is where only a front tackles."""
        if self._limit is None:
            return 1.0 if self._rules.front.value is FrontNeeded.EVERYWHERE else 0.0
        reach = reach_beyond(self._shape, carrier, self._limit)
        at_limit = self._rules.front_at_limit.value
        return p_below(reach.beyond_mm, reach.sigma_mm, at_limit=at_limit)

    def _down_rule(self, found: WeighedTouch) -> str:
        """The rule that made the touch count: that of the front, or that of any touch."""
        frames = [(look.t_ns, look.a) for look in found.touch.looks]
        then = pose_until(frames, found.began(self._thresholds.prior).t_s)
        by_front = self._front_needed(then) >= 0.5
        return self._rules.front.rule if by_front else self._rules.any_touch.rule

    def _due(self, frame: BoardFrame, others: list[Call]) -> list[Call]:
        return self._broken.update(frame.t_ns, others)

    def _other_call(
        self, hit: OpponentContact, episode: ContactEpisode, doubts: tuple[Doubt, ...]
    ) -> Call | None:
        """A touch that surely does not tackle: a broken tackle, where the rulebook has one."""
        found = episode.likeliest(BROKEN, hit.now_ns)
        if found is None or not self._rules.broken.value or {BROKEN, DOWN} & episode.called:
            return None
        shown = found.probability >= self._thresholds.sure and not episode.waits(hit.now_ns)
        if found.certainty < self._thresholds.sure and not shown:
            return None
        episode.called.add(BROKEN)
        if found.certainty < self._thresholds.sure:
            doubts = (*doubts, TOO_CLOSE)
        if hit.watch.hidden(found.touch.run[-1].t_ns):
            doubts = (*doubts, Doubt(DoubtKind.GONE_A_MOMENT, hit.player))
        if episode.best[DOWN].probability >= self._thresholds.doubt:
            doubts = (*doubts, Doubt(DoubtKind.MAYBE_TACKLE))
        return self._broken_call(hit, episode, found, doubts)

    def _perhaps_other(
        self, hit: OpponentContact, episode: ContactEpisode, ended: Mapping[str, WeighedTouch]
    ) -> Call | None:
        """A touch that is over and may have been a broken tackle."""
        found = ended.get(BROKEN)
        if found is None or not self._may_count(found):
            return None
        if not self._rules.broken.value or DOWN in episode.called:
            return None
        return self._broken_call(hit, episode, found, (TOO_CLOSE,))

    def _broken_call(
        self,
        hit: OpponentContact,
        episode: ContactEpisode,
        found: WeighedTouch,
        flag: tuple[Doubt, ...],
    ) -> Call:
        kind, rule = CallKind.BROKEN_TACKLE, self._rules.broken.rule
        action = CallAction.KEEP_RUNNING
        topic = EpisodeTopic.BRUSH
        return self._touch_call(kind, rule, hit, episode, found, action, flag, topic=topic)
