"""Tackle: an opponent's base touches the carrier's, with its front where the rulebook asks for it.

Awake on runs, after catches and on returns; while the passer has the ball it is a sack.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from referee.calls.call import Call, CallAction, CallKind
from referee.calls.contact.contact_tracker import ContactTracker, OpponentContact, WeighedTouch
from referee.calls.contact.touch import PairFrame
from referee.calls.frame import BoardFrame, SeenBase, identity_doubts
from referee.calls.lines.spot import pose_until
from referee.calls.phase_state import PhaseState, PlayPhase
from referee.calls.tackle.broken_tackle import BrokenTackle
from referee.calls.tackle.carrier_down import (
    BROKEN,
    DOWN,
    FROM_BEHIND,
    CallBuilder,
    CallWording,
    down_call,
    down_doubts,
    unclear_call,
    unclear_calls,
)
from referee.calls.tackle.double_tackle import DoubleTackle, TouchRules
from referee.calls.thresholds import Thresholds
from referee.core.field.field_profile import FieldProfile
from referee.core.field.yards import stick_mm
from referee.core.geometry.base_shape import BasePart, BaseShape
from referee.core.geometry.crossing import HalfPlane
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.reach import reach_beyond
from referee.core.probability import p_below
from referee.core.settings.ruled import Ruled, choice, flag, number

TACKLE_PHASES = frozenset({PlayPhase.RUN, PlayPhase.AFTER_CATCH, PlayPhase.RETURN})


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
        choice(FrontNeeded, "where only the front of a base tackles, corners included"),
    ]
    front_until_yd: Annotated[
        Ruled[float],
        number(0.0, 100.0, "yards past the line of scrimmage up to which that holds near the line"),
    ]
    front_at_limit: Annotated[Ruled[bool], flag("whether it still holds exactly there")]
    any_touch: Annotated[Ruled[bool], flag("whether any touch tackles where no front is asked for")]
    rear_tackles: Annotated[
        Ruled[bool],
        flag("whether a touch of an opponent's rear can be such a touch, but for returns"),
    ]
    broken: Annotated[
        Ruled[bool], flag("whether a touch that does not tackle is noted as a broken tackle")
    ]
    broken_s: Annotated[
        Ruled[float],
        number(0.0, 5.0, "seconds in which his progress may not stop after it, or it is none"),
    ]
    from_behind_fumbles: Annotated[
        Ruled[bool], flag("whether a front on the carrier's back is a fumble")
    ]


class Tackles:
    """The tackle calls of one phase."""

    def __init__(
        self,
        rules: TackleRules,
        touch: TouchRules,
        field: FieldProfile,
        hits: ContactTracker,
        maker: CallBuilder,
    ) -> None:
        self._rules, self._touch, self.hits, self._maker = rules, touch, hits, maker
        self._aftermath = DoubleTackle(touch, maker.levels)
        self._situation = maker.situation
        self._limit = self._limit_of(field)
        self._brushed = BrokenTackle(rules.broken_s.value, hits)
        self._words = CallWording(
            CallKind.TACKLE,
            self._rule,
            rules.from_behind_fumbles.rule,
            touch.unclear.value,
            touch.unclear.rule,
        )

    def see(self, board: BoardFrame) -> list[Call]:
        """Take in a frame."""
        calls: list[Call] = []
        brushes: list[Call] = []
        carrier = board.find(self._maker.carrier)
        for hit, ended in self.hits.see(board, self._weigh):
            if (late := unclear_call(hit, ended, self._words, self._maker)) is not None:
                calls.append(late)
            elif (passed := self._perhaps_broken(hit, ended)) is not None:
                brushes.append(passed)
            if carrier is None:
                continue
            doubts = identity_doubts(hit.latest, carrier)
            if (call := down_call(hit, self._words, self._maker, doubts)) is not None:
                calls.append(call)
            if (brushed := self._broken(hit, doubts)) is not None:
                brushes.append(brushed)
        calls += self._brushed.see(board.t_ns, brushes)
        return self._aftermath.changed(board, calls)

    def close(self) -> list[Call]:
        """End the phase."""
        return [*self._brushed.left(), *unclear_calls(self.hits, self._words, self._maker)]

    def open_doubts(self, t_ns: int) -> list[str]:
        """Who may have downed the carrier before an instant and is not decided on yet."""
        return down_doubts(self.hits, self._maker.levels, t_ns)

    def _weigh(self, look: PairFrame, carrier: SeenBase, opponent: SeenBase) -> Mapping[str, float]:
        """How likely the touch of a frame, if it is one, downs the carrier, and how."""
        contact = look.contact
        if contact is None:
            return {DOWN: 0.0, FROM_BEHIND: 0.0, BROKEN: 0.0}
        rules = self._rules
        rear = contact.of_b(BasePart.BACK)
        turned = rear + contact.of_b(BasePart.BACK_LEFT, BasePart.BACK_RIGHT)
        front = opponent.front * contact.front_of_b + (1.0 - opponent.front) * turned
        needed = self._front_needed(look.a)
        spared = 0.0 if rules.rear_tackles.value or self._returning else rear
        touch = (1.0 - spared) if rules.any_touch.value else front
        counts = needed * front + (1.0 - needed) * touch
        upright = 1.0 if self._touch.fallen_tackles.value else 1.0 - opponent.fallen
        behind = contact.on_back(carrier.front) if rules.from_behind_fumbles.value else 0.0
        down = counts * upright
        return {DOWN: down, FROM_BEHIND: down * behind, BROKEN: upright - down}

    @property
    def _returning(self) -> bool:
        return self._situation.phase is PlayPhase.RETURN

    def _limit_of(self, field: FieldProfile) -> HalfPlane | None:
        """The line up to which a front is needed; None where that is the same everywhere."""
        situation, rules = self._situation, self._rules
        near = rules.front.value is FrontNeeded.NEAR_THE_LINE
        runs = situation.phase is PlayPhase.RUN or situation.caught_behind
        if not near or not runs or situation.scrimmage_x_mm is None:
            return None
        past = situation.plays.sign * stick_mm(field, rules.front_until_yd.value)
        place = situation.scrimmage_x_mm + past
        sign = float(situation.plays.sign)
        return HalfPlane((sign, 0.0), sign * place)

    def _front_needed(self, carrier: MeasuredPose) -> float:
        """How likely the carrier is where only a front tackles."""
        if self._limit is None:
            return 1.0 if self._rules.front.value is FrontNeeded.EVERYWHERE else 0.0
        reach = reach_beyond(self._maker.shape, carrier, self._limit)
        at_limit = self._rules.front_at_limit.value
        return p_below(reach.beyond_mm, reach.sigma_mm, at_limit=at_limit)

    def _rule(self, found: WeighedTouch) -> str:
        """The rule that made the touch count: that of the front, or that of any touch."""
        frames = [(look.t_ns, look.a) for look in found.touch.looks]
        then = pose_until(frames, found.began(self._maker.levels.belief).t_s)
        return (
            self._rules.front.rule
            if self._front_needed(then) >= 0.5
            else self._rules.any_touch.rule
        )

    def _broken(self, hit: OpponentContact, doubts: tuple[str, ...]) -> Call | None:
        found = hit.now.get(BROKEN)
        if found is None or not self._rules.broken.value or {BROKEN, DOWN} & hit.said:
            return None
        if found.probability < self._maker.levels.sure:
            return None
        hit.said.add(BROKEN)
        if hit.watch.hidden(found.touch.run[-1].t_ns):
            doubts = (*doubts, f"{hit.player} was out of sight for a moment")
        if hit.best[DOWN].probability >= self._maker.levels.doubt:
            doubts = (*doubts, "it may have been a tackle")
        return self._maker.call(
            CallKind.BROKEN_TACKLE,
            hit,
            found,
            self._rules.broken.rule,
            found.probability,
            CallAction.KEEP_RUNNING,
            doubts,
            "brush",
        )

    def _perhaps_broken(
        self, hit: OpponentContact, ended: Mapping[str, WeighedTouch]
    ) -> Call | None:
        """A touch that is over and may have been a broken tackle."""
        found = ended.get(BROKEN)
        doubtful = found is not None and found.probability >= self._maker.levels.doubt
        if found is None or not doubtful or not self._rules.broken.value or DOWN in hit.said:
            return None
        return self._maker.call(
            CallKind.BROKEN_TACKLE,
            hit,
            found,
            self._rules.broken.rule,
            found.probability,
            CallAction.KEEP_RUNNING,
            ("too close to be sure",),
            "brush",
        )


def tackles(
    rules: TackleRules,
    touch: TouchRules,
    field: FieldProfile,
    opponents: Mapping[str, BaseShape],
    shape: BaseShape,
    levels: Thresholds,
    situation: PhaseState,
) -> Tackles | None:
    """The tackle calls of a phase, None where nobody carries the ball in it."""
    if situation.phase not in TACKLE_PHASES or situation.carrier is None:
        return None
    hits = ContactTracker(
        situation.carrier, opponents, shape, levels, touch.corner_base_lengths.value
    )
    return Tackles(
        rules, touch, field, hits, CallBuilder(situation.carrier, shape, levels, situation)
    )
