"""A case is judged: its script and its frames go through the official."""

from __future__ import annotations

from dataclasses import dataclass

from referee.calls.call import Call, final_calls
from referee.cases.case import Case, SwitchOperator
from referee.cases.case_frames import case_frames, power_at
from referee.cases.script_runner import ScriptRunner
from referee.game.state import State
from referee.official.official import Official
from referee.official.outcome import PlayNotice


@dataclass(frozen=True, slots=True)
class CaseResult:
    """What came of a case: the calls that stand, the game afterwards, where the play stands."""

    calls: tuple[Call, ...]
    state: State
    notice: PlayNotice


def judge_case(case: Case) -> CaseResult:
    """The calls of a case and the state after them."""
    official = Official(case.rulebook, case.field, case.roster, case.start)
    relay = case.switch is SwitchOperator.REFEREE
    evening = ScriptRunner(official, case.script, power=power_at(case, -1.0), relay=relay)
    for _, board in case_frames(case):
        evening.see(board)
    evening.close()
    return CaseResult(tuple(final_calls(evening.calls)), official.state, official.notice)
