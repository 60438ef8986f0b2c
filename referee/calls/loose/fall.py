"""Fall: the carrier's figure lies on the board. Knocked over or alone, a rulebook may care.

Awake while anybody carries the ball. The ball is where he last stood upright: a base that lies on
its side shows another outline.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated

from referee.calls.call import BallSpot, Call, CallAction, CallKind
from referee.calls.contact.neighbours import hidden_near
from referee.calls.contact.recent_touches import p_touched_since
from referee.calls.frame import BoardFrame, SeenBase, identity_doubts
from referee.calls.lines.goal_line import GoalRules, p_in_own_end_zone
from referee.calls.lines.spot import spot_at
from referee.calls.phase_state import CARRIED, PhaseState
from referee.calls.thresholds import Thresholds
from referee.core.clock import S_NS, ns_from_s
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.measured_instant import MeasuredInstant
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.roster import Team
from referee.core.settings.ruled import Ruled, choice, flag, number

# One frame may be misread; so many in a row are not.
_FRAMES = 2
_AVERAGED = 3
_BEFORE_NS = 300_000_000
_DOWNED = frozenset({CallKind.TACKLE, CallKind.SACK})


class FallResult(StrEnum):
    """What a carrier's fall is."""

    DOWN = "down"
    FUMBLE = "fumble"
    DICE = "dice"


class KnockedBy(StrEnum):
    """Whose touch knocks him over."""

    OPPONENT = "an opponent"
    ANYBODY = "anybody"


@dataclass(frozen=True, slots=True)
class FallRules:
    """What a rulebook says of carriers who fall."""

    knocked: Annotated[Ruled[FallResult], choice(FallResult, "what it is when he is knocked over")]
    alone: Annotated[Ruled[FallResult], choice(FallResult, "what it is when he falls by himself")]
    by: Annotated[Ruled[KnockedBy], choice(KnockedBy, "whose touch knocks him over")]
    within_s: Annotated[
        Ruled[float], number(0.0, 3.0, "seconds before the fall in which a touch knocks him over")
    ]
    tackle_topples: Annotated[
        Ruled[bool], flag("whether a tackle that knocks him over is a fall and no tackle")
    ]
    safety_first: Annotated[
        Ruled[bool], flag("whether a fall in his own end zone is a safety whatever else it is")
    ]


@dataclass(frozen=True, slots=True)
class _FallFrames:
    """Between which frames he fell, how sure that is, and how he stood before."""

    before_ns: int
    upright: MeasuredPose
    after_ns: int
    certainty: float
    frames: tuple[int, ...]

    @property
    def instant(self) -> MeasuredInstant:
        start, end = self.before_ns / S_NS, self.after_ns / S_NS
        return MeasuredInstant((start + end) / 2, (end - start) / 12**0.5)


class Fall:
    """The calls of one run of the board."""

    def __init__(
        self,
        rules: FallRules,
        goal: GoalRules,
        field: FieldProfile,
        bases: Mapping[str, BaseShape],
        teams: Mapping[str, Team],
        levels: Thresholds,
        situation: PhaseState,
        carrier: str,
    ) -> None:
        self._rules, self._goal, self._field = rules, goal, field
        self._levels, self._situation, self._carrier = levels, situation, carrier
        self._shape = bases[carrier]
        anybody = rules.by.value is KnockedBy.ANYBODY
        self._knockers = {
            name: base
            for name, base in bases.items()
            if name != carrier and (anybody or teams[name] is not situation.team)
        }
        self._kept_ns = ns_from_s(rules.within_s.value) + _BEFORE_NS
        self._boards: list[BoardFrame] = []
        self._upright: tuple[int, MeasuredPose] | None = None
        self._lies: list[tuple[int, float]] = []
        self._tackled: list[Call] = []
        self._said = False

    def see(self, board: BoardFrame, others: list[Call]) -> list[Call]:
        """Take in a frame and what else it led to."""
        self._tackled += [call for call in others if call.kind in _DOWNED]
        if self._said:
            return []
        self._boards.append(board)
        while board.t_ns - self._boards[0].t_ns > self._kept_ns:
            self._boards.pop(0)
        carrier = board.find(self._carrier)
        if carrier is None:
            return []
        fallen = self._fallen(board.t_ns, carrier)
        if fallen is None:
            return []
        self._said = True
        return [self._call(fallen, carrier)]

    def _fallen(self, t_ns: int, carrier: SeenBase) -> _FallFrames | None:
        """His fall, once several frames are sure of it, or have not been for too long."""
        if carrier.fallen < self._levels.doubt:
            self._upright, self._lies = (t_ns, carrier.measured), []
            return None
        self._lies.append((t_ns, carrier.fallen))
        if self._upright is None or len(self._lies) < _FRAMES:
            return None
        newest = [share for _, share in self._lies[-_AVERAGED:]]
        certainty = sum(newest) / len(newest)
        waited = t_ns - self._lies[0][0] >= self._levels.wait_ns
        if certainty < self._levels.sure and not waited:
            return None
        frames = tuple(at for at, _ in self._lies)
        return _FallFrames(*self._upright, frames[0], certainty, frames)

    def _call(self, fallen: _FallFrames, carrier: SeenBase) -> Call:
        rules, levels = self._rules, self._levels
        since_ns = fallen.before_ns - ns_from_s(rules.within_s.value)
        found = p_touched_since(
            self._boards, self._carrier, self._shape, self._knockers, levels, since_ns
        )
        name, share = max(found.items(), key=lambda pair: (pair[1], pair[0]), default=("", 0.0))
        knocked = share >= levels.doubt
        asked = rules.knocked if knocked else rules.alone
        flag = identity_doubts(carrier)
        if fallen.certainty < levels.sure:
            flag = (*flag, "too close to tell whether he fell")
        if rules.knocked.value is not rules.alone.value:
            flag = (*flag, *self._close(found, fallen, knocked=knocked))
        instant, spot = fallen.instant, self._spot(fallen)
        kind, rule = _KINDS[asked.value], asked.rule
        if rules.safety_first.value and self._inside(spot) >= levels.doubt:
            kind, rule = CallKind.CARRIER_DOWN, rules.safety_first.rule
        call = Call(
            instant.t_ns,
            instant.sigma_ns,
            kind,
            rule,
            fallen.certainty * max(share, 1.0 - share),
            CallAction.CUT,
            (name, self._carrier) if knocked else (self._carrier,),
            None,
            None,
            spot,
            flag,
            fallen.frames,
            f"fall:{self._situation.play}:{self._carrier}:{fallen.after_ns}",
        )
        return self._instead(call)

    def _close(
        self, found: Mapping[str, float], fallen: _FallFrames, *, knocked: bool
    ) -> tuple[str, ...]:
        """Why it may have been the other of knocked over and alone."""
        levels = self._levels
        if knocked:
            sure = max(found.values()) >= levels.sure
            return () if sure else ("too close to tell whether he was knocked over",)
        if any(share > 1.0 - levels.sure for share in found.values()):
            return ("too close to tell whether he was knocked over",)
        hidden = self._hidden(fallen)
        return tuple(f"{name} was not seen and may have knocked him over" for name in hidden)

    def _hidden(self, fallen: _FallFrames) -> list[str]:
        """Who was out of sight as he fell, or is now, and may have been at him."""
        now_ns = self._boards[-1].t_ns
        fell = [b.t_ns for b in self._boards if fallen.before_ns <= b.t_ns <= fallen.after_ns]
        names = {
            name
            for at_ns in (*fell, now_ns)
            for name in hidden_near(
                self._boards, self._carrier, self._knockers, self._shape, self._levels, at_ns
            )
        }
        return sorted(names)

    def _instead(self, call: Call) -> Call:
        """In the place of the tackle whose touch toppled him, where that is no tackle."""
        if not self._rules.tackle_topples.value:
            return call
        within_ns = ns_from_s(self._rules.within_s.value)
        for tackle in self._tackled:
            if tackle.t_ns <= call.t_ns <= tackle.t_ns + within_ns:
                flag = tuple(dict.fromkeys((*tackle.flag, *call.flag)))
                return replace(call, episode=tackle.episode, flag=flag)
        return call

    def _spot(self, fallen: _FallFrames) -> BallSpot:
        return spot_at(self._shape, fallen.before_ns, fallen.upright, self._situation.plays)

    def _inside(self, spot: BallSpot) -> float:
        return p_in_own_end_zone(self._goal, self._field, self._situation, spot)

    def open_doubts(self, t_ns: int) -> list[str]:
        """Whether he may have fallen before an instant."""
        fell = self._lies and not self._said and self._lies[0][0] <= t_ns
        return ["he may have fallen first"] if fell else []


_KINDS = {
    FallResult.DOWN: CallKind.CARRIER_DOWN,
    FallResult.FUMBLE: CallKind.FUMBLE,
    FallResult.DICE: CallKind.FALL,
}


def fall(
    rules: FallRules,
    goal: GoalRules,
    field: FieldProfile,
    bases: Mapping[str, BaseShape],
    teams: Mapping[str, Team],
    levels: Thresholds,
    situation: PhaseState,
) -> Fall | None:
    """The calls of a phase, None where nobody carries the ball in it."""
    if situation.phase not in CARRIED or situation.carrier is None:
        return None
    return Fall(rules, goal, field, bases, teams, levels, situation, situation.carrier)
