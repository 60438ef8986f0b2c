"""Loose ball: a fumble nobody has recovered lies on the board, and everybody goes for it.

Players are watched against the ball as two bases are against each other. A fallen one recovers
nothing while the board runs. Of what happens at one time the rulebook says whose ball it is.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from referee.calls.call import BallSpot, Call, CallAction, CallKind
from referee.calls.call_builder import build_call, unknown_ball_call
from referee.calls.contact.contact_tracker import ContactTracker, OpponentContact
from referee.calls.contact.touch import PairFrame
from referee.calls.contact.unseen_opponents import UnseenOpponents
from referee.calls.contact.weighed_touch import WeighedTouch
from referee.calls.detector import Detector, RunContext
from referee.calls.doubts import Doubt, DoubtKind
from referee.calls.episode import Episode, EpisodeTopic
from referee.calls.frame import BoardFrame, SeenBase
from referee.calls.loose.ball_out import BallOutTracker, ball_out_calls
from referee.calls.loose.loose_rules import JointPossession, RecoveredBy
from referee.calls.loose.recovery import recovery_calls
from referee.calls.passing.marker_tracker import BALL, MarkerTracker, marker_pose
from referee.calls.phase_state import PlayPhase
from referee.calls.thresholds import ORDER_SIGMAS
from referee.core.clock import S_NS, ns_from_s
from referee.core.geometry.measured_instant import MeasuredInstant

# What a frame's weight is called.
HAS = "has it"


@dataclass(frozen=True, slots=True)
class _Possession:
    """Somebody who has the ball: since when, and how sure that is."""

    player: str
    instant: MeasuredInstant
    found: WeighedTouch


class LooseBall(Detector):
    """The calls of one phase; each power run in it begins afresh."""

    phases = frozenset({PlayPhase.LOOSE})

    def __init__(self, run: RunContext) -> None:
        self._run, self._context, self._state = run, run.context, run.state
        self._rules = run.state.kicked or run.context.rules.loose
        self._bases = run.context.bases(run.state.on_field)
        self._begin()

    @classmethod
    def watches(cls, _run: RunContext) -> bool:
        """Always, while a ball lies loose."""
        return True

    def _begin(self) -> None:
        """Forget what an earlier power run showed."""
        self._ball: MarkerTracker | None = None
        self._contacts: ContactTracker | None = None
        self._hidden: UnseenOpponents | None = None
        self._began_ns: int | None = None
        self._leaving = BallOutTracker(self._context.field, self._context.thresholds)
        self._held: dict[str, _Possession] = {}
        self._since_ns: int | None = None
        self._seen_ns: int | None = None
        self._unseen = False
        self.over = False

    @property
    def waits(self) -> bool:
        """Whether somebody has it and only who was first is open: the power is to go off."""
        cuts = self._rules.recovers.value is RecoveredBy.TOUCH
        return cuts and self._since_ns is not None and not self.over

    def update(self, board: BoardFrame) -> list[Call]:
        """Take in a frame; only those with power count."""
        if self.over or not board.power:
            return []
        self._began_ns = self._began_ns or board.t_ns
        if self._ball is None or self._contacts is None:
            if not board.markers:
                return self._out_of_sight(board)
            laid = board.markers[0]
            self._ball = MarkerTracker(laid, self._context.thresholds)
            corner = self._context.rules.touch.corner_base_lengths.value
            shape, thresholds = laid.shape, self._context.thresholds
            self._contacts = ContactTracker(
                BALL, self._bases, shape, thresholds, corner, laid.unknown_mm
            )
            trails = self._run.trails
            # Who lies recovers nothing while the board runs.
            self._hidden = UnseenOpponents(
                BALL, self._bases, shape, trails, thresholds, lying_count=False
            )
        marker = self._ball.update(board)
        if marker is None and len(board.markers) == 1:
            # Felt rolls: where only one ball lies, it is this one.
            marker = self._ball.found(board.markers[0], board.t_ns)
        if marker is None:
            return self._out_of_sight(board)
        self._seen_ns = board.t_ns
        self._run.trails.note(board.t_ns, SeenBase(BALL, marker_pose(marker)), marker=True)
        out = self._leaving.update(board.t_ns, marker)
        for hit, _ in self._contacts.update(
            self._ball.among(board, marker, self._bases), self._weigh
        ):
            self._note(board, hit)
        if self._held:
            self._since_ns = self._since_ns or board.t_ns
            return self._decide(board, self._contacts)
        if out is None:
            return []
        self.over = True
        return ball_out_calls(self._context, self._state, out)

    def close(self) -> list[Call]:
        """End the run: whoever surely has it has recovered it."""
        calls = [] if self.over or not self._held else self._called(())
        self._begin()
        return calls

    def _weigh(self, look: PairFrame, _ball: SeenBase, player: SeenBase) -> Mapping[str, float]:
        """How likely the touch of a frame, if it is one, recovers the ball."""
        if look.contact is None:
            return {HAS: 0.0}
        upright = player.p_upright
        if self._rules.recovers.value is RecoveredBy.TOUCH:
            return {HAS: upright}
        front = look.contact.with_front(player.p_front)
        return {HAS: upright * front}

    def _note(self, board: BoardFrame, hit: OpponentContact) -> None:
        """Whoever has had it for as long as the rulebook asks."""
        thresholds, found = self._context.thresholds, hit.now.get(HAS)
        if found is None or hit.player in self._held or found.probability < thresholds.sure:
            return
        began = found.began(thresholds.prior)
        due_s = began.t_s + self._rules.hold_s.value
        if board.t_ns / S_NS >= due_s:
            self._held[hit.player] = _Possession(
                hit.player, MeasuredInstant(due_s, began.sigma_s), found
            )

    def _decide(self, board: BoardFrame, contacts: ContactTracker) -> list[Call]:
        """The call, once nobody is left who may have had it before."""
        first = min(self._held.values(), key=lambda held: (held.instant.t_s, held.player))
        doubts = [
            Doubt(DoubtKind.HAD_IT_BEFORE, hit.player)
            for hit in contacts.opponents
            if hit.player not in self._held and self._may_have(hit, first.instant.t_s)
        ]
        waited = board.t_ns - (self._since_ns or board.t_ns)
        if doubts and waited < self._context.thresholds.wait_ns:
            return []
        return self._called((*doubts, *self._hidden_first(ns_from_s(first.instant.t_s))))

    def _hidden_first(self, until_ns: int) -> list[Doubt]:
        """Who may have come to the ball before that without being seen."""
        if self._hidden is None or self._began_ns is None:
            return []
        likely = self._hidden.likely(self._began_ns, until_ns, self._run.unevenness)
        names = (name for name in likely if name not in self._held)
        return [Doubt(DoubtKind.HIDDEN_THERE_FIRST, name) for name in names]

    def _may_have(self, hit: OpponentContact, before_s: float) -> bool:
        thresholds, found = self._context.thresholds, hit.now.get(HAS)
        if found is None or found.probability < thresholds.doubt:
            return False
        began = found.began(thresholds.prior)
        due_s = began.t_s + self._rules.hold_s.value
        return due_s - 2.0 * began.sigma_s <= before_s

    def _called(self, doubts: tuple[Doubt, ...]) -> list[Call]:
        self.over = True
        order = sorted(self._held.values(), key=lambda held: (held.instant.t_s, held.player))
        first = order[0]
        rivals = [held for held in order[1:] if self._at_once(first, held)]
        teams = {self._context.players[held.player].team for held in (first, *rivals)}
        if len(teams) > 1:
            if self._rules.both.value is JointPossession.AGAIN:
                names = tuple(held.player for held in (first, *rivals))
                return [self._call(first, CallKind.STOP, self._rules.both.rule, names, doubts)]
            own = (h for h in order if self._context.players[h.player].team is self._state.team)
            first = next(own)
            doubts = (*doubts, Doubt(DoubtKind.OPPONENTS_HAD_IT))
        rule = self._rules.recovers.rule
        call = self._call(first, CallKind.RECOVERED, rule, (first.player,), doubts)
        if self._state.kicked is not None:
            return [call]  # what follows from a kick, the official knows
        return recovery_calls(self._context, self._state, call)

    def _at_once(self, one: _Possession, other: _Possession) -> bool:
        within_s = self._context.rules.touch.together_s.value
        sigma_s = math.hypot(one.instant.sigma_s, other.instant.sigma_s)
        return other.instant.t_s - one.instant.t_s <= within_s + ORDER_SIGMAS * sigma_s

    def _call(
        self,
        held: _Possession,
        kind: CallKind,
        rule: str,
        players: tuple[str, ...],
        flag: tuple[Doubt, ...],
    ) -> Call:
        runs_on = (
            kind is CallKind.RECOVERED and self._rules.recovers.value is RecoveredBy.FRONT_HELD
        )
        kicked = self._state.kicked
        if kicked is not None and self._context.players[held.player].team is not kicked.runs:
            runs_on = False
        touch = held.found.touch
        return build_call(
            kind,
            rule,
            Episode(EpisodeTopic.LOOSE, self._state.play, since_ns=touch.run[0].t_ns),
            held.instant,
            action=CallAction.KEEP_RUNNING if runs_on else CallAction.CUT,
            certainty=held.found.probability,
            players=players,
            gap=touch.gap(self._context.thresholds.prior.shared),
            spot=self._spot(),
            flag=flag,
            frames=(look.t_ns for look in touch.run),
        )

    def _spot(self) -> BallSpot | None:
        last = None if self._ball is None else self._ball.last
        return None if last is None else BallSpot(last.x_mm, last.y_mm, last.sigma_mm)

    def _out_of_sight(self, board: BoardFrame) -> list[Call]:
        """Nobody knows any more where the ball is."""
        self._seen_ns = board.t_ns if self._seen_ns is None else self._seen_ns
        if self._unseen or board.t_ns - self._seen_ns < self._context.thresholds.lost_ns:
            return []
        self._unseen = True
        reason = Doubt(DoubtKind.BALL_OUT_OF_SIGHT)
        return [unknown_ball_call(board, CallKind.NOT_SEEN, reason, self._state.play)]
