"""A case is judged: its script and its frames go through the official."""

from __future__ import annotations

from dataclasses import dataclass

from referee.calls.call import Call, final_calls
from referee.calls.frame import BoardFrame
from referee.cases.case import Case, SwitchOperator
from referee.cases.case_frames import case_frames, power_at
from referee.cases.case_pivots import CasePivots
from referee.cases.script_runner import ScriptRunner
from referee.core.roster import Team
from referee.game.state import State
from referee.official.declarations.types import KickNamed
from referee.official.line_up.line_up import LineUp
from referee.official.line_up.line_up_reader import read_line_up
from referee.official.line_up.measured_player import Scrimmage
from referee.official.official import Official
from referee.official.outcome import PlayNotice
from referee.official.pivots.pivot_check import PivotFindings


@dataclass(frozen=True, slots=True)
class CaseResult:
    """What came of a case: the calls that stand, the game afterwards, where the play stands.

    ``line_up`` is how it was read at the beginning, ``pivots`` what was wrong with turns at all
    stops; None where the case does not ask.
    """

    calls: tuple[Call, ...]
    state: State
    notice: PlayNotice
    line_up: LineUp | None = None
    pivots: PivotFindings | None = None


def judge_case(case: Case) -> CaseResult:
    """The calls of a case and the state after them."""
    official = Official(case.rulebook, case.field, case.roster, case.start)
    relay = case.switch is SwitchOperator.REFEREE
    evening = ScriptRunner(official, case.script, power=power_at(case, -1.0), relay=relay)
    line_up: LineUp | None = None
    turns = None if case.pivots is None else CasePivots(case, official)
    for _, board in case_frames(case):
        if line_up is None and case.line_up is not None:
            line_up = _line_up(case, board)
        evening.see(board)
        if turns is not None:
            turns.see(board)
    evening.close()
    calls = tuple(final_calls(evening.calls))
    pivots = None if turns is None else turns.findings
    return CaseResult(calls, official.state, official.notice, line_up, pivots)


def _line_up(case: Case, board: BoardFrame) -> LineUp:
    offense = case.start.team or Team.HOME
    kick = next(
        (s.kick for line in case.script for s in line.says if isinstance(s, KickNamed)), None
    )
    book = case.rulebook
    lined = book.kicks.lined_up_for(case.start.phase, kick)
    at = Scrimmage(offense, case.start, case.field, book.calls, lined)
    return read_line_up(board, case.roster, at)
