"""Flight: a pass is in the air, and the first thing that counts decides it.

Everybody is watched against the marker, as two bases are against each other. A touch that is sure
is a claim; so is a receiver who has run past, or can catch no more. The earliest claim stands once
nobody is left who may have been earlier; those within the rulebook's time of it come with it.
"""

from __future__ import annotations

from dataclasses import replace

from referee.calls.call import BallSpot, Call, CallKind
from referee.calls.call_builder import build_call, unknown_ball_call
from referee.calls.contact.contact_tracker import ContactTracker
from referee.calls.contact.neighbours import recent_frames
from referee.calls.contact.unseen_opponents import UnseenOpponents
from referee.calls.detector import Detector, RunContext
from referee.calls.doubts import Doubt, DoubtKind
from referee.calls.episode import Episode, EpisodeTopic
from referee.calls.frame import BoardFrame, SeenBase, poses_of
from referee.calls.lines.spot import foremost_spot
from referee.calls.passing.catch import pass_role_of, possible_kinds
from referee.calls.passing.catch_result import catch_result
from referee.calls.passing.claims import FRONT, TOUCH, Claim, ClaimBuilder
from referee.calls.passing.first_claim import FirstClaim, earliest_claim, first_claim_of
from referee.calls.passing.incomplete import Incomplete
from referee.calls.passing.marker_tracker import BALL, MarkerTracker, marker_pose
from referee.calls.passing.rules.pass_rules import PassRules
from referee.calls.phase_state import PlayPhase
from referee.core.clock import S_NS, ns_from_s
from referee.core.errors import BadValue
from referee.core.geometry.marker import Marker, marker_gap
from referee.core.geometry.measured_instant import MeasuredInstant

_HELD = frozenset({CallKind.CATCH, CallKind.INTERCEPTION})
# A pass that failed without a foul: the ball comes back, whoever it was.
_FAILED = frozenset({CallKind.INCOMPLETE, CallKind.BATTED_DOWN})


class Flight(Detector):
    """The calls of one pass."""

    phases = frozenset({PlayPhase.IN_THE_AIR})

    def __init__(self, run: RunContext) -> None:
        thrown = run.state.thrown
        target = None if thrown is None else thrown.target
        if thrown is None or target is None:
            raise BadValue("thrown", thrown, "a pass to a marker on the board")
        self._context, self._state, self._thrown = run.context, run.state, thrown
        self._run = run
        context, state = run.context, run.state
        self._rules: PassRules = context.rules.passes
        self._ball = MarkerTracker(target, context.thresholds)
        self._men = {
            name: pass_role_of(name, context.players[name].team, state.team, thrown)
            for name in state.on_field
        }
        self._bases = context.bases(state.on_field)
        self._watch_for(target)
        self._failing = Incomplete(context, state, self._men)
        self._boards: list[BoardFrame] = []
        self._claims: dict[str, Claim] = {}
        self._since_ns: int | None = None
        self._began_ns: int | None = None
        self._off_ns: int | None = None
        self._unclear: dict[str, Call] = {}
        self._fronts: dict[str, float] = {}  # how likely those touches were with the front
        self._out_of_sight = False
        self.over = False

    def _watch_for(self, marker: Marker) -> None:
        """Watch everybody for touches of a marker that lies so."""
        context, state, shape = self._context, self._state, marker.shape
        corner = context.rules.touch.corner_base_lengths.value
        self._shape = shape
        self._contacts = ContactTracker(
            BALL, self._bases, shape, context.thresholds, corner, marker.unknown_mm
        )
        self._hidden = UnseenOpponents(
            BALL, self._bases, shape, self._run.trails, context.thresholds
        )
        self._claimer = ClaimBuilder(context, state, self._men, self._ball, self._contacts)

    @classmethod
    def watches(cls, run: RunContext) -> bool:
        """Whether a marker lies for the pass."""
        return run.state.thrown is not None and run.state.thrown.target is not None

    @property
    def waits(self) -> bool:
        """Whether it is decided but for who was first: the power is to go off."""
        return self._since_ns is not None and not self.over

    def update(self, board: BoardFrame) -> list[Call]:
        """Take in a frame."""
        if self.over:
            return []
        if board.power:
            self._off_ns = None
        elif self._off_ns is None:
            self._off_ns = board.t_ns
        self._boards = recent_frames(self._boards, board)
        marker = self._ball.update(board)
        if marker is not None and marker.shape != self._shape:
            # Who points at a marker does not say which way it lies; its first sighting does.
            self._watch_for(marker)
        if marker is not None:
            self._run.trails.note(board.t_ns, SeenBase(BALL, marker_pose(marker)), marker=True)
        if self._began_ns is None and board.power:
            self._began_ns = board.t_ns
        calls = self._touches(self._ball.among(board, marker, self._bases))
        watched = ((hit.player, hit.watch.looks) for hit in self._contacts.opponents)
        gaps = {name: looks[-1].gap_mm for name, looks in watched if looks}
        # Out of sight it lies where it lay: its receiver may run past it all the same.
        apart = gaps if marker is not None else self._apart(board)
        self._add(self._failing.update(board, self._ball.last, apart))
        if marker is not None:
            self._out_of_sight = False
        elif not self._out_of_sight and not self.waits:
            calls += self._unseen(board, list(gaps.values()))
        if self._claims:
            self._since_ns = self._since_ns or board.t_ns
            calls += self._decide(board)
        return calls

    def close(self) -> list[Call]:
        """End the phase: what waits is called, what may have been a touch is said."""
        if self.over:
            return []
        if self._claims:
            return self._end_now([])
        return [
            self._claimer.unclear(hit, hit.best)
            for hit in self._contacts.opponents
            if self._claimer.may_count(hit, hit.best)
        ]

    def _touches(self, board: BoardFrame) -> list[Call]:
        calls: list[Call] = []
        for hit, ended in self._contacts.update(board, self._claimer.weigh):
            if hit.player not in self._claims and self._claimer.may_count(hit, ended):
                calls.append(self._claimer.unclear(hit, ended))
                self._unclear[hit.player] = calls[-1]
                self._fronts[hit.player] = ended[TOUCH].weights[FRONT]
            claim = self._claimer.claim(hit, self._boards)
            if claim is not None:
                self._add([claim])
        return [] if self.waits else calls

    def _apart(self, board: BoardFrame) -> dict[str, float]:
        """How far everybody who is seen is from where the marker was seen last, in mm."""
        return {
            seen.player: marker_gap(base, seen.measured, self._ball.last).gap_mm
            for seen in board.seen
            if (base := self._bases.get(seen.player)) is not None
        }

    def _add(self, claims: list[Claim]) -> None:
        """Keep a claim, unless the power was off by then where that matters."""
        coasting = self._context.rules.touch.coasting.value
        for claim in claims:
            late = self._off_ns is not None and claim.t_ns > self._off_ns
            if not late or coasting:
                self._claims.setdefault(claim.key, claim)

    def _decide(self, board: BoardFrame) -> list[Call]:
        first = earliest_claim(self._claims)
        window_ns = ns_from_s(self._rules.together_s.value)
        early = self._claimer.doubts(self._contacts, self._claims, first.t_ns + window_ns)
        waited = board.t_ns - (self._since_ns or board.t_ns)
        patient = waited < self._context.thresholds.wait_ns
        if patient and (early or board.t_ns < first.t_ns + window_ns):
            return []
        return self._end_now(early, patient=patient)

    def _end_now(self, doubts: list[Doubt], *, patient: bool = False) -> list[Call]:
        found = first_claim_of(self._rules, self._context.thresholds, self._claims)
        call = self._call(found, doubts)
        if call.kind in _HELD:
            after = catch_result(self._context, call, self._state, self._boards)
            if patient and after.doubts:
                return []
            self.over = True
            flag = (*after.catch.flag, *after.doubts)
            return [*self._settled(found), replace(after.catch, flag=flag), *after.calls]
        self.over = True
        return [*self._settled(found), call]

    def _settled(self, found: FirstClaim) -> list[Call]:
        """Touches that may have been some and would have made no difference: nobody need look."""
        return [
            replace(call, flag=())
            for name, call in self._unclear.items()
            if not self._differs(name, found)
        ]

    def _differs(self, name: str, found: FirstClaim) -> bool:
        """Whether a touch of a player before the claim can have made something else of the pass."""
        backward = self._thrown.backward
        front = self._fronts.get(name)
        kinds = possible_kinds(self._rules, self._men[name], front, backward=backward)
        another = found.kind in _HELD and name not in found.players
        same = _FAILED if found.kind in _FAILED else frozenset({found.kind})
        return bool(kinds) if another else bool(kinds - same)

    def _before(self, found: FirstClaim) -> list[Doubt]:
        """Who may have touched it before, unclearly or unseen, and would have decided otherwise."""
        claim = found.claim
        began_ns = claim.t_ns if self._began_ns is None else self._began_ns
        likely = self._hidden.likely(began_ns, claim.t_ns, self._run.unevenness)
        doubts = [
            *(Doubt(DoubtKind.TOUCHED_IT_BEFORE, name) for name in self._unclear),
            *(Doubt(DoubtKind.HIDDEN_THERE_FIRST, n) for n in likely if n not in found.players),
        ]
        return [doubt for doubt in doubts if self._differs(doubt.players[0], found)]

    def _call(self, found: FirstClaim, doubts: list[Doubt]) -> Call:
        claim = found.claim
        flag = [*claim.flag, *found.flag, *doubts, *self._before(found)]
        if self._thrown.intended is None:
            flag.append(Doubt(DoubtKind.NOT_SAID, detail="whom the pass is for"))
        if self._out_of_sight:
            flag.append(Doubt(DoubtKind.BALL_OUT_OF_SIGHT))
        if self._ball.twins:
            flag.append(Doubt(DoubtKind.TWO_MARKERS))
        return build_call(
            found.kind,
            found.rule,
            Episode(EpisodeTopic.THROW, self._state.play),
            (claim.t_ns, claim.sigma_ns),
            certainty=claim.certainty,
            players=found.players,
            gap=(claim.gap_mm, claim.sigma_mm),
            spot=self._spot(found),
            flag=dict.fromkeys(flag),
            frames=claim.frames,
            dead=found.dead,
        )

    def _spot(self, found: FirstClaim) -> BallSpot | None:
        """Under who has it now, or where a ball lies that is loose; a failed pass has none."""
        marker = self._ball.last
        if found.kind in {CallKind.FUMBLE, CallKind.RECOVERED}:
            return BallSpot(marker.x_mm, marker.y_mm, marker.sigma_mm)
        if found.kind not in _HELD:
            return None
        holder = self._context.players[found.players[-1]]
        plays = self._state.plays_of(holder.team)
        at = MeasuredInstant(found.claim.t_ns / S_NS, found.claim.sigma_ns / S_NS)
        return foremost_spot(holder.base, poses_of(self._boards, holder.id), at, plays)

    def _unseen(self, board: BoardFrame, gaps_mm: list[float]) -> list[Call]:
        """The marker is out of sight for long, and somebody may have come to it."""
        since_ns = self._ball.seen_ns
        if since_ns is None:
            since_ns = self._boards[0].t_ns
        long = board.t_ns - since_ns >= self._context.thresholds.lost_ns
        if not long or not self._ball.may_be_touched(board.t_ns, gaps_mm or [0.0]):
            return []
        self._out_of_sight = True
        reason = Doubt(DoubtKind.BALL_OUT_OF_SIGHT)
        return [unknown_ball_call(board, CallKind.NOT_SEEN, reason, self._state.play)]
