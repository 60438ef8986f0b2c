"""The turns of a case: every stop of its play, with what is wrong at the end of each."""

from __future__ import annotations

from dataclasses import replace

from referee.calls.contact.engagement import Engagement
from referee.calls.frame import BoardFrame
from referee.cases.case import Case
from referee.official.official import Official
from referee.official.pivots.pivot_check import PivotFindings
from referee.official.pivots.pivot_watch import FIRST_FRAMES, PivotWatch

# From one frame to the next a base at rest goes and turns no further than this.
_RESTS_MM, _RESTS_DEG = 1.5, 3.0


class CasePivots:
    """Fed every frame of a case after the official has seen it."""

    def __init__(self, case: Case, official: Official) -> None:
        self._official = official
        self._watch = PivotWatch(case.rulebook, case.field, case.roster)
        self._touching: Engagement | None = None
        self._frames = 0
        self._last: BoardFrame | None = None
        self._over: list[PivotFindings] = []

    def see(self, board: BoardFrame) -> None:
        """Take in a frame; the power is as the official knows it."""
        notice = self._official.notice
        board = replace(board, power=notice.power)
        resting = not board.power and self._rests(board)
        if board.power:
            self._keep()
            self._touching, self._frames = None, 0
        elif resting:
            self._touching = self._touching or self._official.engagement()
            self._frames += 1
            if self._frames <= FIRST_FRAMES:
                self._touching.update(board)
        pairs = None
        if self._touching is not None and self._frames >= FIRST_FRAMES:
            found = self._touching.calls(0)
            pairs = [(call.players[0], call.players[1]) for call in found if not call.flag]
        self._watch.update(board, notice, self._official.state, pairs, None, resting=resting)
        self._last = board

    @property
    def findings(self) -> PivotFindings:
        """What was wrong at the end of each stop, of all stops together."""
        self._keep()
        faults = tuple(fault for each in self._over for fault in each.faults)
        doubts = tuple(doubt for each in self._over for doubt in each.doubts)
        duties = tuple(duty for each in self._over for duty in each.duties)
        return PivotFindings(faults, (*doubts, *duties))

    def _keep(self) -> None:
        if self._watch.findings != PivotFindings():
            self._over.append(self._watch.findings)
            self._watch.findings = PivotFindings()

    def _rests(self, board: BoardFrame) -> bool:
        if self._last is None:
            return False
        for seen in board.seen:
            was = self._last.find(seen.player)
            if was is None:
                continue
            turned = abs((seen.heading_deg - was.heading_deg + 180.0) % 360.0 - 180.0)
            gone = max(abs(seen.x_mm - was.x_mm), abs(seen.y_mm - was.y_mm))
            if gone > _RESTS_MM or turned > _RESTS_DEG:
                return False
        return True
