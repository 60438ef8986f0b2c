"""Fall: the carrier's figure lies on the board. Knocked over or alone, a rulebook may care.

Awake while anybody carries the ball. The ball is where the carrier last stood: a base that lies on
its side shows another outline.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated

from referee.calls.call import BallSpot, Call, CallKind
from referee.calls.call_builder import build_call
from referee.calls.contact.neighbours import hidden_near, p_touched_since
from referee.calls.detector import Detector, RunContext
from referee.calls.doubts import Doubt, DoubtKind
from referee.calls.episode import Episode, EpisodeTopic
from referee.calls.frame import BoardFrame, SeenBase, identity_doubts
from referee.calls.lines.goal_line import p_in_own_end_zone
from referee.calls.lines.spot import spot_at
from referee.calls.phase_state import CARRIED
from referee.core.clock import S_NS, ns_from_s
from referee.core.geometry.measured_instant import MeasuredInstant
from referee.core.geometry.measured_pose import MeasuredPose
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
    """Whose touch knocks the carrier over."""

    OPPONENT = "an opponent"
    ANYBODY = "anybody"


@dataclass(frozen=True, slots=True)
class FallRules:
    """What a rulebook says of carriers who fall."""

    knocked: Annotated[
        Ruled[FallResult], choice(FallResult, "what it is when the carrier is knocked over")
    ]
    alone: Annotated[
        Ruled[FallResult], choice(FallResult, "what it is when the carrier falls without a touch")
    ]
    by: Annotated[Ruled[KnockedBy], choice(KnockedBy, "whose touch knocks the carrier over")]
    within_s: Annotated[
        Ruled[float],
        number(0.0, 3.0, "seconds before the fall within which a touch knocked the carrier over"),
    ]
    tackle_topples: Annotated[
        Ruled[bool], flag("whether a tackle that knocks the carrier over counts as a fall instead")
    ]
    safety_first: Annotated[
        Ruled[bool],
        flag("whether a fall in the carrier's own end zone is a safety whatever else it is"),
    ]


@dataclass(frozen=True, slots=True)
class _FallFrames:
    """Between which frames the carrier fell, how sure that is, and its pose before."""

    before_ns: int
    upright: MeasuredPose
    after_ns: int
    certainty: float
    frames: tuple[int, ...]

    @property
    def instant(self) -> MeasuredInstant:
        start, end = self.before_ns / S_NS, self.after_ns / S_NS
        return MeasuredInstant((start + end) / 2, (end - start) / 12**0.5)


class Fall(Detector):
    """The calls of one power run."""

    phases = CARRIED

    def __init__(self, run: RunContext) -> None:
        self._run, self._context, self._state = run, run.context, run.state
        self._carrier, self._shape = run.carrier, run.shape
        self._rules, self._thresholds = run.context.rules.fall, run.context.thresholds
        state, context = run.state, run.context
        if self._rules.by.value is KnockedBy.ANYBODY:
            others = [name for name in state.on_field if name != run.carrier]
            self._knockers = context.bases(others)
        else:
            self._knockers = context.opponents(state.team, state.on_field)
        rules = self._rules
        self._kept_ns = ns_from_s(rules.within_s.value) + _BEFORE_NS
        self._boards: list[BoardFrame] = []
        self._upright: tuple[int, MeasuredPose] | None = None
        self._lies: list[tuple[int, float]] = []
        self._said = False

    def update(self, board: BoardFrame) -> list[Call]:
        """The fall, in the frame that makes it sure."""
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
        """The fall, once several frames are sure of it, or have been unsure for too long."""
        if carrier.fallen < self._thresholds.doubt:
            self._upright, self._lies = (t_ns, carrier.measured), []
            return None
        self._lies.append((t_ns, carrier.fallen))
        if self._upright is None or len(self._lies) < _FRAMES:
            return None
        newest = [share for _, share in self._lies[-_AVERAGED:]]
        certainty = sum(newest) / len(newest)
        waited = t_ns - self._lies[0][0] >= self._thresholds.wait_ns
        if certainty < self._thresholds.sure and not waited:
            return None
        frames = tuple(at for at, _ in self._lies)
        return _FallFrames(*self._upright, frames[0], certainty, frames)

    def _call(self, fallen: _FallFrames, carrier: SeenBase) -> Call:
        rules, thresholds = self._rules, self._thresholds
        since_ns = fallen.before_ns - ns_from_s(rules.within_s.value)
        found = p_touched_since(
            self._boards, self._carrier, self._knockers, self._shape, thresholds, since_ns
        )
        name, share = max(found.items(), key=lambda pair: (pair[1], pair[0]), default=("", 0.0))
        knocked = share >= thresholds.doubt
        asked = rules.knocked if knocked else rules.alone
        flag = identity_doubts(carrier)
        if fallen.certainty < thresholds.sure:
            flag = (*flag, Doubt(DoubtKind.TOO_CLOSE_TO_TELL, detail="the carrier fell"))
        if rules.knocked.value is not rules.alone.value:
            flag = (*flag, *self._close(found, fallen, knocked=knocked))
        spot = self._spot(fallen)
        kind, rule = _KINDS[asked.value], asked.rule
        if rules.safety_first.value and self._inside(spot) >= thresholds.doubt:
            kind, rule = CallKind.CARRIER_DOWN, rules.safety_first.rule
        call = build_call(
            kind,
            rule,
            Episode(
                EpisodeTopic.FALL, self._state.play, (self._carrier,), since_ns=fallen.after_ns
            ),
            fallen.instant,
            certainty=fallen.certainty * max(share, 1.0 - share),
            players=(name, self._carrier) if knocked else (self._carrier,),
            spot=spot,
            flag=flag,
            frames=fallen.frames,
        )
        return self._instead(call)

    def _close(
        self, found: Mapping[str, float], fallen: _FallFrames, *, knocked: bool
    ) -> tuple[Doubt, ...]:
        """Why it may have been the other of knocked over and alone."""
        thresholds = self._thresholds
        if knocked:
            sure = max(found.values()) >= thresholds.sure
            return (
                ()
                if sure
                else (Doubt(DoubtKind.TOO_CLOSE_TO_TELL, detail="the carrier was knocked over"),)
            )
        if any(share > 1.0 - thresholds.sure for share in found.values()):
            return (Doubt(DoubtKind.TOO_CLOSE_TO_TELL, detail="the carrier was knocked over"),)
        hidden = self._hidden(fallen)
        return tuple(Doubt(DoubtKind.HIDDEN_KNOCKED_OVER, name) for name in hidden)

    def _hidden(self, fallen: _FallFrames) -> list[str]:
        """Who was out of sight as the carrier fell, or is now, and may have touched it."""
        now_ns = self._boards[-1].t_ns
        fell = [b.t_ns for b in self._boards if fallen.before_ns <= b.t_ns <= fallen.after_ns]
        names = {
            name
            for at_ns in (*fell, now_ns)
            for name in hidden_near(
                self._boards, self._carrier, self._knockers, self._shape, self._thresholds, at_ns
            )
        }
        return sorted(names)

    def _instead(self, call: Call) -> Call:
        """The call, in place of the tackle that knocked the carrier over if that is none."""
        if not self._rules.tackle_topples.value:
            return call
        within_ns = ns_from_s(self._rules.within_s.value)
        tackles = (call for call in self._run.called if call.kind in _DOWNED)
        for tackle in tackles:
            if tackle.t_ns <= call.t_ns <= tackle.t_ns + within_ns:
                flag = tuple(dict.fromkeys((*tackle.flag, *call.flag)))
                return replace(call, episode=tackle.episode, flag=flag)
        return call

    def _spot(self, fallen: _FallFrames) -> BallSpot:
        return spot_at(self._shape, fallen.before_ns, fallen.upright, self._state.plays)

    def _inside(self, spot: BallSpot) -> float:
        return p_in_own_end_zone(self._context.rules.goal, self._context.field, self._state, spot)

    def open_doubts(self, t_ns: int) -> list[Doubt]:
        """Whether the carrier may have fallen before an instant.

        A fall that several frames leave open may have been at any time since the carrier stood.
        """
        if not self._lies or self._said:
            return []
        since_ns = self._lies[0][0]
        if self._upright is not None and len(self._lies) >= _FRAMES:
            since_ns = self._upright[0]
        return [Doubt(DoubtKind.FELL_FIRST)] if since_ns <= t_ns else []


_KINDS = {
    FallResult.DOWN: CallKind.CARRIER_DOWN,
    FallResult.FUMBLE: CallKind.FUMBLE,
    FallResult.DICE: CallKind.FALL,
}
