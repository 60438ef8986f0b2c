"""Flight: a pass is in the air, and the first thing that counts decides it.

Everybody is watched against the marker, as two bases are against each other. A touch that is sure
is a claim; so is a receiver who has run past, or can catch no more. The earliest claim stands once
nobody is left who may have been earlier; those within the rulebook's time of it come with it.
"""

from __future__ import annotations

from dataclasses import replace

from referee.calls.call import BallSpot, Call, CallAction, CallKind
from referee.calls.contact.contact_tracker import ContactTracker
from referee.calls.contact.neighbours import recent_frames
from referee.calls.frame import BoardFrame
from referee.calls.lines.spot import foremost_spot
from referee.calls.passing.catch import pass_role_of
from referee.calls.passing.catch_result import JudgingContext, catch_result
from referee.calls.passing.claims import Claim, ClaimBuilder
from referee.calls.passing.first_claim import FirstClaim, earliest_claim, first_claim_of
from referee.calls.passing.incomplete import Incomplete
from referee.calls.passing.marker_tracker import BALL, MarkerTracker
from referee.calls.passing.rules.pass_rules import PassRules
from referee.calls.phase_state import PassAttempt, PhaseState, PlayPhase
from referee.core.clock import S_NS, ns_from_s
from referee.core.geometry.marker import Marker, disc
from referee.core.geometry.measured_instant import MeasuredInstant

_HELD = frozenset({CallKind.CATCH, CallKind.INTERCEPTION})


class Flight:
    """The calls of one pass."""

    def __init__(
        self, book: JudgingContext, situation: PhaseState, thrown: PassAttempt, target: Marker
    ) -> None:
        self._book, self._situation, self._thrown = book, situation, thrown
        self._rules: PassRules = book.rules.passes
        self._ball = MarkerTracker(target, book.levels)
        self._men = {
            name: pass_role_of(name, book.players[name].team, situation.team, thrown)
            for name in situation.on_field
        }
        self._bases = {name: book.players[name].base for name in situation.on_field}
        corner = book.rules.touch.corner_base_lengths.value
        shape = disc(target.radius_mm)
        self._hits = ContactTracker(BALL, self._bases, shape, book.levels, corner, target.uneven_mm)
        self._claimer = ClaimBuilder(book, situation, self._men, self._ball, self._hits)
        self._failing = Incomplete(book, situation, self._men)
        self._boards: list[BoardFrame] = []
        self._claims: dict[str, Claim] = {}
        self._since_ns: int | None = None
        self._off_ns: int | None = None
        self._doubts: list[str] = []
        self._out_of_sight = False
        self.over = False

    @property
    def waits(self) -> bool:
        """Whether it is decided but for who was first: the power is to go off."""
        return self._since_ns is not None and not self.over

    def see(self, board: BoardFrame) -> list[Call]:
        """Take in a frame."""
        if self.over:
            return []
        if board.power:
            self._off_ns = None
        elif self._off_ns is None:
            self._off_ns = board.t_ns
        self._boards = recent_frames(self._boards, board)
        marker = self._ball.see(board)
        calls = self._touches(self._ball.among(board, marker, self._bases))
        watched = ((hit.player, hit.watch.looks) for hit in self._hits.each)
        gaps = {name: looks[-1].gap_mm for name, looks in watched if looks}
        if marker is not None:
            self._add(self._failing.see(board, marker, gaps))
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
            return self._blow([])
        return [
            self._claimer.unclear(hit, hit.best)
            for hit in self._hits.each
            if self._claimer.may_count(hit, hit.best)
        ]

    def _touches(self, board: BoardFrame) -> list[Call]:
        calls: list[Call] = []
        for hit, ended in self._hits.see(board, self._claimer.weigh):
            if hit.player not in self._claims and self._claimer.may_count(hit, ended):
                calls.append(self._claimer.unclear(hit, ended))
                self._doubts.append(f"{hit.player} may have touched it before")
            claim = self._claimer.claim(hit, self._boards)
            if claim is not None:
                self._add([claim])
        return [] if self.waits else calls

    def _add(self, claims: list[Claim]) -> None:
        """Keep a claim, unless the power was off by then where that matters."""
        coasting = self._book.rules.touch.coasting.value
        for claim in claims:
            late = self._off_ns is not None and claim.t_ns > self._off_ns
            if not late or coasting:
                self._claims.setdefault(claim.key, claim)

    def _decide(self, board: BoardFrame) -> list[Call]:
        first = earliest_claim(self._claims)
        window_ns = ns_from_s(self._rules.together_s.value)
        early = self._claimer.doubts(self._hits, self._claims, first.t_ns + window_ns)
        waited = board.t_ns - (self._since_ns or board.t_ns)
        patient = waited < self._book.levels.wait_ns
        if patient and (early or board.t_ns < first.t_ns + window_ns):
            return []
        return self._blow(early, patient=patient)

    def _blow(self, doubts: list[str], *, patient: bool = False) -> list[Call]:
        found = first_claim_of(self._rules, self._book.levels, self._claims)
        call = self._call(found, doubts)
        if call.kind in _HELD:
            after = catch_result(self._book, call, self._situation, self._boards)
            if patient and after.doubts:
                return []
            self.over = True
            flag = (*after.catch.flag, *after.doubts)
            return [replace(after.catch, flag=flag), *after.calls]
        self.over = True
        return [call]

    def _call(self, found: FirstClaim, doubts: list[str]) -> Call:
        claim, now_ns = found.claim, self._boards[-1].t_ns
        hidden = (
            f"{name} was not seen and may have been there first"
            for name in self._hits.hidden(now_ns)
            if name not in found.players
        )
        flag = [*claim.flag, *found.flag, *doubts, *self._doubts, *hidden]
        if self._thrown.intended is None:
            flag.append("nobody said whom the pass is for")
        if self._ball.twins:
            flag.append("two markers lie there")
        return Call(
            claim.t_ns,
            claim.sigma_ns,
            found.kind,
            found.rule,
            claim.certainty,
            CallAction.CUT,
            found.players,
            claim.gap_mm,
            claim.sigma_mm,
            self._spot(found),
            tuple(dict.fromkeys(flag)),
            claim.frames,
            f"pass:{self._situation.play}",
            found.dead,
        )

    def _spot(self, found: FirstClaim) -> BallSpot | None:
        """Under who has it now, or where a ball lies that is loose; a failed pass has none."""
        marker = self._ball.last
        if found.kind in {CallKind.FUMBLE, CallKind.RECOVERED}:
            return BallSpot(marker.x_mm, marker.y_mm, marker.sigma_mm)
        if found.kind not in _HELD:
            return None
        holder = self._book.players[found.players[-1]]
        seen = ((board.t_ns, board.find(holder.id)) for board in self._boards)
        frames = [(t_ns, one.measured) for t_ns, one in seen if one is not None]
        own = holder.team is self._situation.team
        plays = self._situation.plays if own else self._situation.plays.other
        at = MeasuredInstant(found.claim.t_ns / S_NS, found.claim.sigma_ns / S_NS)
        return foremost_spot(holder.base, frames, at, plays)

    def _unseen(self, board: BoardFrame, gaps_mm: list[float]) -> list[Call]:
        """The marker is out of sight for long, and somebody may have come to it."""
        since_ns = self._ball.seen_ns
        if since_ns is None:
            since_ns = self._boards[0].t_ns
        long = board.t_ns - since_ns >= self._book.levels.lost_ns
        if not long or not self._ball.may_be_touched(board.t_ns, gaps_mm or [0.0]):
            return []
        self._out_of_sight = True
        reason = ("the ball is out of sight",)
        return [
            Call(
                board.t_ns, 0, CallKind.NOT_SEEN, "", 1.0, CallAction.CUT, (), None, None, None,
                reason,
                (board.t_ns,), f"not seen:{self._situation.play}:{board.t_ns}",
            )
        ]  # fmt: skip


def flight(book: JudgingContext, situation: PhaseState) -> Flight | None:
    """The calls of a pass, None where none is in the air or no marker lies for it."""
    thrown = situation.thrown
    if situation.phase is not PlayPhase.IN_THE_AIR or thrown is None or thrown.target is None:
        return None
    return Flight(book, situation, thrown, thrown.target)
