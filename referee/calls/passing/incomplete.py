"""How a pass fails without being touched: run past, its receiver fallen, out, or held up."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, replace

from referee.calls.call import CallKind
from referee.calls.context import JudgingContext
from referee.calls.doubts import Doubt, DoubtKind
from referee.calls.frame import BoardFrame, SeenBase, identity_doubts
from referee.calls.lines.boundary import Boundary
from referee.calls.lines.in_bounds import boundaries
from referee.calls.passing.catch import PassRole
from referee.calls.passing.claims import Claim
from referee.calls.passing.marker_overrun import MarkerOverrun, OverrunTracker
from referee.calls.passing.rules.pass_rules import MissedBackwardPass, RunPastBy
from referee.calls.phase_state import PhaseState
from referee.core.clock import S_NS
from referee.core.geometry.marker import Marker, marker_gap, passed_marker
from referee.core.geometry.pose import apart_mm
from referee.core.probability import is_up_to, p_below

# Whoever has not gone further in the rulebook's time is held up.
_STILL_MM = 1.0
# A line is looked at once a base is this near to it.
_LINE_NEAR_MM = 40.0


@dataclass(frozen=True, slots=True)
class _ReceiverPlace:
    t_ns: int
    x_mm: float
    y_mm: float


class Incomplete:
    """Claims that a pass has failed."""

    def __init__(
        self, context: JudgingContext, state: PhaseState, men: Mapping[str, PassRole]
    ) -> None:
        self._context, self._rules, self._men = context, context.rules.passes, men
        thrown = state.thrown
        self._backward = thrown is not None and thrown.backward
        self._intended = None if thrown is None else thrown.intended
        self._pasts: dict[str, OverrunTracker] = {}
        self._places: deque[_ReceiverPlace] = deque()
        self._upright_ns: int | None = None
        self._lies_ns: int | None = None
        self._said: set[str] = set()
        self._lines: list[Boundary] = []
        if self._intended is not None:
            shape = context.players[self._intended].base
            self._lines = [
                Boundary(name, shape, side, context.thresholds)
                for name, side in boundaries(context.field)
            ]

    def update(
        self, board: BoardFrame, marker: Marker, gaps_mm: Mapping[str, float]
    ) -> list[Claim]:
        """Take in a frame; the claims it makes sure, each once."""
        if self._backward and self._rules.backward.value is MissedBackwardPass.STAYS_LIVE:
            return []
        found = self._passed(board, marker, gaps_mm)
        receiver = None if self._intended is None else board.find(self._intended)
        if receiver is not None and self._rules.lost.value:
            found += [*self._fallen(board, receiver), *self._out(board, receiver)]
        if receiver is not None and self._rules.held_up_s.value > 0.0:
            found += self._held_up(board, receiver, marker)
        fresh = [claim for claim in found if claim.key not in self._said]
        self._said |= {claim.key for claim in fresh}
        return fresh

    def _passed(
        self, board: BoardFrame, marker: Marker, gaps_mm: Mapping[str, float]
    ) -> list[Claim]:
        claims: list[Claim] = []
        anybody = self._rules.passed_by.value is RunPastBy.ANYBODY
        names = sorted(gaps_mm) if anybody else [self._intended] if self._intended else []
        lengths = self._rules.passed_base_lengths
        for name in names:
            seen, base = board.find(name), self._context.players[name].base
            ring_mm = lengths.value * base.length_mm
            # Where anybody counts, it is the whole base, and only near the marker.
            if anybody and not is_up_to(gaps_mm[name], ring_mm):
                continue
            past_mm = base.length_mm if anybody else ring_mm
            watch = self._pasts.get(name)
            if watch is None:
                watch = self._pasts[name] = OverrunTracker(base, past_mm, self._context.thresholds)
            by = watch.update(board.t_ns, None if seen is None else seen.measured, marker)
            if by is None or seen is None or by.certainty < self._context.thresholds.line_sure:
                continue
            flag: tuple[Doubt, ...] = ()
            if anybody:
                near = marker_gap(base, seen.measured, marker)
                share = p_below(near.gap_mm, near.sigma_mm, ring_mm, at_limit=True)
                if share < 0.5:
                    continue
                if share < self._context.thresholds.sure:
                    flag = (
                        Doubt(DoubtKind.TOO_CLOSE_TO_TELL, detail=f"{name} passed near enough"),
                    )
            claims.append(self._claim_by(name, by, self._doubts(seen, flag)))
        return claims

    def _claim_by(self, name: str, by: MarkerOverrun, flag: tuple[Doubt, ...]) -> Claim:
        t_ns, sigma_ns = by.instant.t_ns, by.instant.sigma_ns
        rule = self._rules.passed_by.rule
        return replace(
            self._claim("past", name, rule, t_ns, sigma_ns, flag),
            certainty=by.certainty,
            gap_mm=by.by_mm,
            sigma_mm=by.sigma_mm,
            frames=by.frames,
        )

    def _fallen(self, board: BoardFrame, receiver: SeenBase) -> list[Claim]:
        """The receiver's fall, once a frame is sure of it or it was open for too long."""
        before_ns, thresholds = self._upright_ns, self._context.thresholds
        if receiver.fallen < thresholds.doubt:
            self._upright_ns, self._lies_ns = board.t_ns, None
            return []
        if self._lies_ns is None:
            self._lies_ns = board.t_ns
        sure = receiver.fallen >= thresholds.sure
        if not sure and board.t_ns - self._lies_ns < thresholds.wait_ns:
            return []
        start = board.t_ns if before_ns is None else before_ns
        sigma_ns = round((board.t_ns - start) / math.sqrt(12.0))
        middle_ns = (start + board.t_ns) // 2
        unsure = () if sure else (Doubt(DoubtKind.TOO_CLOSE_TO_TELL, detail="the receiver fell"),)
        flag = self._doubts(receiver, unsure)
        rule = self._rules.fallen_catches.rule
        claim = self._claim("fallen", receiver.player, rule, middle_ns, sigma_ns, flag)
        return [replace(claim, certainty=receiver.fallen)]

    def _out(self, board: BoardFrame, receiver: SeenBase) -> list[Claim]:
        claims: list[Claim] = []
        pose = receiver.measured.pose
        reach_mm = self._context.players[receiver.player].base.reach_mm + _LINE_NEAR_MM
        for line in self._lines:
            nx, ny = line.side.direction
            if pose.x_mm * nx + pose.y_mm * ny + reach_mm < line.side.offset_mm:
                continue
            crossed, _ = line.update(board.t_ns, receiver)
            if crossed is not None:
                t_ns = crossed.instant.t_ns
                sigma_ns = crossed.instant.sigma_ns
                flag = self._doubts(receiver, ())
                rule = self._rules.lost.rule
                claims.append(self._claim("out", receiver.player, rule, t_ns, sigma_ns, flag))
        return claims

    def _held_up(self, board: BoardFrame, receiver: SeenBase, marker: Marker) -> list[Claim]:
        """The receiver has not moved for the rulebook's time under power, short of the ball."""
        if not board.power:
            self._places.clear()
            return []
        pose, span_ns = receiver.measured.pose, self._rules.held_up_s.value * S_NS
        self._places.append(_ReceiverPlace(board.t_ns, pose.x_mm, pose.y_mm))
        while len(self._places) > 1 and board.t_ns - self._places[1].t_ns >= span_ns:
            self._places.popleft()
        first = self._places[0]
        if board.t_ns - first.t_ns < span_ns:
            return []
        noise_mm = 2.0 * math.sqrt(2.0 * max(receiver.measured.covariance[0][0], 0.0))
        for place in self._places:
            if apart_mm(place, first) > _STILL_MM + noise_mm:
                return []
        base = self._context.players[receiver.player].base
        if passed_marker(base, receiver.measured, marker).front_mm >= 0.0:
            return []
        rule, flag = self._rules.held_up_s.rule, self._doubts(receiver, ())
        return [self._claim("held up", receiver.player, rule, board.t_ns, 0, flag)]

    def _doubts(self, seen: SeenBase, flag: tuple[Doubt, ...]) -> tuple[Doubt, ...]:
        return (*flag, *identity_doubts(seen))

    def _claim(
        self,
        how: str,
        player: str,
        rule: str,
        t_ns: int,
        sigma_ns: int,
        flag: tuple[Doubt, ...],
    ) -> Claim:
        missed = self._backward
        return Claim(
            key=f"{player} {how}",
            player=player,
            kind=CallKind.FUMBLE if missed else CallKind.INCOMPLETE,
            rule=self._rules.backward.rule if missed else rule,
            t_ns=t_ns,
            sigma_ns=sigma_ns,
            certainty=1.0,
            gap_mm=None,
            sigma_mm=None,
            frames=(t_ns,),
            touch=False,
            words=f"{player}, {how}",
            flag=flag,
        )
