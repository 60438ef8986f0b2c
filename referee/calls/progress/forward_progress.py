"""Forward progress: the carrier does not get on any more, comes back, or is hemmed in.

Awake on runs, after catches and on returns. Only time with power on counts. The clock starts once
the carrier has gained ground, or, where the rulebook asks for no gain, once somebody touches it: a
carrier that has not set off and stands alone has no progress that could stop. `no_gain` decides
from when on the carrier gains nothing, `reversal` that it comes back, `cluster` that it is hemmed
in.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated

from referee.calls.call import BallSpot, Call, CallAction, CallKind
from referee.calls.call_builder import build_call
from referee.calls.contact.carrier_neighbours import CarrierNeighbours
from referee.calls.detector import Detector, RunContext
from referee.calls.doubts import Doubt, DoubtKind
from referee.calls.episode import Episode, EpisodeTopic, EpisodeTwin
from referee.calls.frame import BoardFrame, SeenBase, identity_doubts
from referee.calls.lines.spot import spot_at
from referee.calls.phase_state import CARRIER_RUNS, PlayPhase
from referee.calls.progress.carrier_trail import CarrierTrail, TrailPoint
from referee.calls.progress.cluster import Cluster
from referee.calls.progress.drift import SpeedPrior
from referee.calls.progress.no_gain import NoGain, ProgressEnd, ProgressTest
from referee.calls.progress.reversal import came_back, turned_round
from referee.core.clock import ns_from_s
from referee.core.field.yards import stick_mm
from referee.core.settings.ruled import Ruled, choice, flag, number

# A carrier that has come so far has set off, whatever the sigma.
_SET_OFF_MM, _SET_OFF_SIGMAS = 1.0, 5.0
_LONGER_NS = 1_000_000_000


class ProgressSpot(StrEnum):
    """Where the ball is when progress has stopped."""

    FURTHEST = "furthest advance"
    HERE = "where he is"


@dataclass(frozen=True, slots=True)
class ProgressRules:
    """What a rulebook says of carriers who get no further."""

    stops: Annotated[
        Ruled[ProgressTest],
        choice(ProgressTest, "what stops a carrier's progress when it lasts long enough"),
    ]
    stops_s: Annotated[Ruled[float], number(0.1, 30.0, "seconds of power for which it has to last")]
    set_off: Annotated[
        Ruled[bool],
        flag("whether only a carrier who has already gained ground with the ball can be stopped"),
    ]
    least_yd: Annotated[
        Ruled[float], number(0.0, 10.0, "yards gained in that time that still count as no progress")
    ]
    back_yd: Annotated[
        Ruled[float],
        number(0.0, 100.0, "yards backward after which the play ends at once; 0: no such limit"),
    ]
    advanced_yd: Annotated[
        Ruled[float],
        number(0.0, 100.0, "yards of gain behind the line that are needed before that; 0: none"),
    ]
    turned: Annotated[
        Ruled[bool],
        flag("whether a touch that turns the carrier toward its own goal ends the play at once"),
    ]
    cluster_s: Annotated[
        Ruled[float],
        number(
            0.0,
            30.0,
            "seconds hemmed in on two sides after which the carrier is down; 0: no such rule",
        ),
    ]
    fallen: Annotated[
        Ruled[bool], flag("whether a fallen opponent who stops the carrier has a rule of its own")
    ]
    spot: Annotated[
        Ruled[ProgressSpot], choice(ProgressSpot, "where the ball is when progress has stopped")
    ]
    coach_may: Annotated[Ruled[bool], flag("whether the coach may let a stopped carrier run on")]


class ForwardProgress(Detector):
    """The calls of one power run."""

    phases = CARRIER_RUNS

    def __init__(self, run: RunContext) -> None:
        rules, thresholds, state = run.context.rules.progress, run.context.thresholds, run.state
        self._rules, self._thresholds, self._state = rules, thresholds, state
        self._carrier, self._contacts = run.carrier, run.contacts
        self._field, self._shape = run.context.field, run.shape
        longest_s = max(rules.stops_s.value, rules.cluster_s.value)
        keep_ns = ns_from_s(longest_s) + _LONGER_NS
        self._trail = CarrierTrail(run.shape, state.plays, SpeedPrior(), keep_ns, run.furthest)
        bases = run.context.bases(state.on_field)
        opponents = frozenset(hit.player for hit in run.contacts.opponents)
        self._company = CarrierNeighbours(run.carrier, bases, opponents, keep_ns)
        self._since_ns: int | None = None
        least_mm = stick_mm(self._field, rules.least_yd.value)
        self._still = NoGain(rules.stops.value, rules.stops_s.value, least_mm, thresholds)
        self._cluster = Cluster(rules.cluster_s.value, thresholds)
        self._called: Call | None = None
        self._began_ns, self._perhaps_most = -1, 0.0

    @classmethod
    def watches(cls, run: RunContext) -> bool:
        """Not where the coach may let the carrier run on, and does."""
        runs_on = run.context.rules.progress.coach_may.value and run.state.run_on
        return super().watches(run) and not runs_on

    def update(self, board: BoardFrame) -> list[Call]:
        """Take in a frame."""
        carrier = board.find(self._carrier)
        if carrier is None:
            return []
        if self._called is not None:
            return self._come_to_rest(board, carrier)
        if not board.power:
            return []
        self._began_ns = board.t_ns if self._began_ns < 0 else self._began_ns
        step = self._trail.take(board.t_ns, carrier)
        self._start(step, self._company.update(board, carrier))
        found = self._ends(board, carrier)
        if found is not None:
            self._called = self._call(*found, carrier, step)
            return [self._called]
        return self._perhaps(self._still.missed(), identity_doubts(carrier))

    def close(self) -> list[Call]:
        """End the run: what may have been and was not called."""
        return [] if self._called is not None else self._perhaps(self._still.close(), ())

    def _start(self, step: TrailPoint, beside: bool) -> None:
        """Start the clock."""
        least_mm = max(_SET_OFF_MM, _SET_OFF_SIGMAS * step.sigma_mm)
        set_off = self._trail.furthest.gained_mm > least_mm
        touched = beside and not self._rules.set_off.value
        if self._since_ns is None and (touched or set_off):
            self._since_ns = step.t_ns

    def _ends(self, board: BoardFrame, carrier: SeenBase) -> tuple[ProgressEnd, str] | None:
        """The first end of progress that is sure, and its rule."""
        rules, trail, thresholds = self._rules, self._trail, self._thresholds
        if rules.turned.value:
            met = self._company.met(board.t_ns - _LONGER_NS)
            if (found := turned_round(trail, met, carrier.p_front, thresholds)) is not None:
                return found, rules.turned.rule
        back_mm = stick_mm(self._field, rules.back_yd.value)
        far = back_mm > 0.0 and self._advanced(back_mm)
        if far and (found := came_back(trail, back_mm, thresholds)) is not None:
            return found, rules.back_yd.rule
        if self._since_ns is not None:
            found = self._still.update(trail, self._since_ns, self._company.anybody)
            if found is not None:
                return found, self._stop_rule(board, found)
        if (found := self._cluster.update(board.t_ns, self._contacts)) is not None:
            return found, rules.cluster_s.rule
        return None

    def _come_to_rest(self, board: BoardFrame, carrier: SeenBase) -> list[Call]:
        """Out of a cluster the ball goes where it comes to rest, power or none."""
        if self._called is None or not self._cluster.rolling:
            return []
        step = self._trail.take(board.t_ns, carrier)
        if not self._cluster.at_rest(self._trail):
            return []
        self._called = replace(self._called, spot=self._here(step))
        return [self._called]

    def _advanced(self, back_mm: float) -> bool:
        """Whether the carrier has come far enough for coming back to be a reversal."""
        furthest, needed = self._trail.furthest, self._rules.advanced_yd.value
        line, sign = self._state.scrimmage_x_mm, self._state.plays.sign
        if needed == 0.0:
            return True
        needed_mm = stick_mm(self._field, needed)
        if self._state.phase is not PlayPhase.RUN or line is None:
            return furthest.gained_mm >= min(needed_mm, back_mm)
        return furthest.reach_mm > sign * line or furthest.gained_mm >= needed_mm

    def _stop_rule(self, board: BoardFrame, found: ProgressEnd) -> str:
        """A fallen man's own rule, where nobody upright holds the carrier."""
        holders = [board.find(name) for name in self._company.holders(found.since_ns)]
        lie = [each is not None and each.fallen >= self._thresholds.doubt for each in holders]
        own = self._rules.fallen.value and bool(lie) and all(lie)
        return self._rules.fallen.rule if own else self._rules.stops_s.rule

    def _here(self, step: TrailPoint) -> BallSpot:
        return spot_at(self._shape, step.t_ns, step.measured, self._state.plays)

    def _call(self, found: ProgressEnd, rule: str, carrier: SeenBase, step: TrailPoint) -> Call:
        furthest = self._rules.spot.value is ProgressSpot.FURTHEST
        best = self._trail.furthest.spot(self._shape, self._state.plays) if furthest else None
        flag = (*identity_doubts(carrier), *found.flag)
        spot = best or self._here(step)
        return self._made(found, rule, CallKind.PROGRESS_STOPPED, CallAction.CUT, spot, flag)

    def _perhaps(self, found: ProgressEnd | None, doubts: tuple[Doubt, ...]) -> list[Call]:
        """The likeliest of all the times a run's carrier may have been stopped: one look does."""
        if found is None or found.probability <= self._perhaps_most:
            return []
        self._perhaps_most = found.probability
        flag = (*doubts, Doubt(DoubtKind.PROGRESS_MAYBE_STOPPED))
        rule = self._rules.stops_s.rule
        call = self._made(found, rule, CallKind.UNCLEAR_TACKLE, CallAction.KEEP_RUNNING, None, flag)
        episode = replace(call.episode, since_ns=self._began_ns, twin=EpisodeTwin.PERHAPS)
        return [replace(call, episode=episode)]

    def _made(
        self,
        found: ProgressEnd,
        rule: str,
        kind: CallKind,
        action: CallAction,
        spot: BallSpot | None,
        flag: tuple[Doubt, ...],
    ) -> Call:
        return build_call(
            kind,
            rule,
            Episode(
                EpisodeTopic.PROGRESS,
                self._state.play,
                (self._carrier,),
                since_ns=found.frames[0],
            ),
            found.instant,
            action=action,
            certainty=found.probability,
            players=(*self._company.holders(found.since_ns), self._carrier),
            gap=(found.gain_mm, found.sigma_mm),
            spot=spot,
            flag=flag,
            frames=found.frames,
        )
