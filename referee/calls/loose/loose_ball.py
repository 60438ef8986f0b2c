"""Loose ball: a fumble nobody has recovered lies on the board, and everybody goes for it.

Players are watched against the ball as two bases are against each other. A fallen one recovers
nothing while the board runs. Of what happens at one time the rulebook says whose ball it is.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from referee.calls.call import BallSpot, Call, CallAction, CallKind
from referee.calls.contact.contact_tracker import ContactTracker, OpponentContact, WeighedTouch
from referee.calls.contact.touch import PairFrame
from referee.calls.frame import BoardFrame, SeenBase
from referee.calls.loose.ball_out import BallOutTracker, ball_out_calls
from referee.calls.loose.loose_rules import JointPossession, RecoveredBy
from referee.calls.loose.recovery import recovery_calls
from referee.calls.passing.catch_result import JudgingContext
from referee.calls.passing.marker_tracker import BALL, MarkerTracker
from referee.calls.phase_state import PhaseState, PlayPhase
from referee.core.clock import S_NS
from referee.core.geometry.marker import disc
from referee.core.geometry.measured_instant import MeasuredInstant

# What a frame's weight is called.
HAS = "has it"
_SIGMAS = 2.6


@dataclass(frozen=True, slots=True)
class _Possession:
    """Somebody who has the ball: since when, and how sure that is."""

    player: str
    instant: MeasuredInstant
    found: WeighedTouch


class LooseBall:
    """The calls of one run of the board."""

    def __init__(self, book: JudgingContext, situation: PhaseState) -> None:
        self._book, self._situation = book, situation
        self._rules = book.rules.loose
        self._bases = {name: book.players[name].base for name in situation.on_field}
        self._ball: MarkerTracker | None = None
        self._hits: ContactTracker | None = None
        self._leaving = BallOutTracker(book.field, book.levels)
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

    def see(self, board: BoardFrame) -> list[Call]:
        """Take in a frame; only those with power count."""
        if self.over or not board.power:
            return []
        if self._ball is None or self._hits is None:
            if not board.markers:
                return self._out_of_sight(board)
            laid = board.markers[0]
            self._ball = MarkerTracker(laid, self._book.levels)
            corner = self._book.rules.touch.corner_base_lengths.value
            shape, levels = disc(laid.radius_mm), self._book.levels
            self._hits = ContactTracker(BALL, self._bases, shape, levels, corner, laid.uneven_mm)
        marker = self._ball.see(board)
        if marker is None and len(board.markers) == 1:
            # Felt rolls: where only one ball lies, it is this one.
            self._ball = MarkerTracker(board.markers[0], self._book.levels)
            marker = self._ball.see(board)
        if marker is None:
            return self._out_of_sight(board)
        self._seen_ns = board.t_ns
        out = self._leaving.see(board.t_ns, marker)
        for hit, _ in self._hits.see(self._ball.among(board, marker, self._bases), self._weigh):
            self._note(board, hit)
        if self._held:
            self._since_ns = self._since_ns or board.t_ns
            return self._decide(board, self._hits)
        if out is None:
            return []
        self.over = True
        return ball_out_calls(self._book, self._situation, out)

    def close(self) -> list[Call]:
        """End the run: whoever surely has it has recovered it."""
        if self.over or not self._held:
            return []
        return self._called(())

    def _weigh(self, look: PairFrame, _ball: SeenBase, player: SeenBase) -> Mapping[str, float]:
        """How likely the touch of a frame, if it is one, recovers the ball."""
        if look.contact is None:
            return {HAS: 0.0}
        upright = 1.0 - player.fallen
        if self._rules.recovers.value is RecoveredBy.TOUCH:
            return {HAS: upright}
        front = look.contact.with_front(player.front)
        return {HAS: upright * front}

    def _note(self, board: BoardFrame, hit: OpponentContact) -> None:
        """Whoever has had it for as long as the rulebook asks."""
        levels, found = self._book.levels, hit.now.get(HAS)
        if found is None or hit.player in self._held or found.probability < levels.sure:
            return
        began = found.began(levels.belief)
        due_s = began.t_s + self._rules.hold_s.value
        if board.t_ns / S_NS >= due_s:
            self._held[hit.player] = _Possession(
                hit.player, MeasuredInstant(due_s, began.sigma_s), found
            )

    def _decide(self, board: BoardFrame, hits: ContactTracker) -> list[Call]:
        """The call, once nobody is left who may have had it before."""
        first = min(self._held.values(), key=lambda held: (held.instant.t_s, held.player))
        doubts = [
            f"{hit.player} may have had it before"
            for hit in hits.each
            if hit.player not in self._held and self._may_have(hit, first.instant.t_s)
        ]
        waited = board.t_ns - (self._since_ns or board.t_ns)
        if doubts and waited < self._book.levels.wait_ns:
            return []
        hidden = [
            f"{name} was not seen and may have been there first"
            for name in hits.hidden(board.t_ns)
            if name not in self._held
        ]
        return self._called((*doubts, *hidden))

    def _may_have(self, hit: OpponentContact, before_s: float) -> bool:
        levels, found = self._book.levels, hit.now.get(HAS)
        if found is None or found.probability < levels.doubt:
            return False
        began = found.began(levels.belief)
        due_s = began.t_s + self._rules.hold_s.value
        return due_s - 2.0 * began.sigma_s <= before_s

    def _called(self, doubts: tuple[str, ...]) -> list[Call]:
        self.over = True
        order = sorted(self._held.values(), key=lambda held: (held.instant.t_s, held.player))
        first = order[0]
        rivals = [held for held in order[1:] if self._at_once(first, held)]
        teams = {self._book.players[held.player].team for held in (first, *rivals)}
        if len(teams) > 1:
            if self._rules.both.value is JointPossession.AGAIN:
                names = tuple(held.player for held in (first, *rivals))
                return [self._call(first, CallKind.STOP, self._rules.both.rule, names, doubts)]
            own = (h for h in order if self._book.players[h.player].team is self._situation.team)
            first = next(own)
            doubts = (*doubts, "opponents had it at nearly the same time")
        rule = self._rules.recovers.rule
        call = self._call(first, CallKind.RECOVERED, rule, (first.player,), doubts)
        return recovery_calls(self._book, self._situation, call)

    def _at_once(self, one: _Possession, other: _Possession) -> bool:
        within_s = self._book.rules.touch.together_s.value
        sigma_s = math.hypot(one.instant.sigma_s, other.instant.sigma_s)
        return other.instant.t_s - one.instant.t_s <= within_s + _SIGMAS * sigma_s

    def _call(
        self,
        held: _Possession,
        kind: CallKind,
        rule: str,
        players: tuple[str, ...],
        flag: tuple[str, ...],
    ) -> Call:
        runs_on = (
            kind is CallKind.RECOVERED and self._rules.recovers.value is RecoveredBy.FRONT_HELD
        )
        gap_mm, sigma_mm = held.found.touch.gap(self._book.levels.belief.shared)
        return Call(
            held.instant.t_ns,
            held.instant.sigma_ns,
            kind,
            rule,
            min(held.found.probability, 1.0),
            CallAction.KEEP_RUNNING if runs_on else CallAction.CUT,
            players,
            gap_mm,
            sigma_mm,
            self._spot(),
            flag,
            tuple(look.t_ns for look in held.found.touch.run),
            f"loose:{self._situation.play}:{held.found.touch.run[0].t_ns}",
        )

    def _spot(self) -> BallSpot | None:
        last = None if self._ball is None else self._ball.last
        return None if last is None else BallSpot(last.x_mm, last.y_mm, last.sigma_mm)

    def _out_of_sight(self, board: BoardFrame) -> list[Call]:
        """Nobody knows any more where the ball is."""
        self._seen_ns = board.t_ns if self._seen_ns is None else self._seen_ns
        if self._unseen or board.t_ns - self._seen_ns < self._book.levels.lost_ns:
            return []
        self._unseen = True
        flag = ("the ball is out of sight",)
        return [
            Call(
                board.t_ns, 0, CallKind.NOT_SEEN, "", 1.0, CallAction.CUT, (), None, None, None,
                flag,
                (board.t_ns,), f"not seen:{self._situation.play}:{board.t_ns}",
            )
        ]  # fmt: skip


def loose_ball(book: JudgingContext, situation: PhaseState) -> LooseBall | None:
    """The calls of a phase, None where no ball lies loose in it."""
    return LooseBall(book, situation) if situation.phase is PlayPhase.LOOSE else None
