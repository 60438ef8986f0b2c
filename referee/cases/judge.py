"""A case is judged: its script and its frames go through the official."""

from __future__ import annotations

from dataclasses import dataclass

from referee.calls.call import Call, standing
from referee.cases.case import Case, Hand
from referee.cases.evening import Evening
from referee.cases.film import film, power_at
from referee.game.state import State
from referee.official.official import Official
from referee.official.outcome import Notice


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a case: the calls that stand, the game afterwards, where the play stands."""

    calls: tuple[Call, ...]
    state: State
    notice: Notice


def judge(case: Case) -> Verdict:
    """The calls of a case and the state after them."""
    official = Official(case.rulebook, case.field, case.roster, case.start)
    relay = case.switch is Hand.REFEREE
    evening = Evening(official, case.script, power=power_at(case, -1.0), relay=relay)
    for _, board in film(case):
        evening.see(board)
    evening.close()
    return Verdict(tuple(standing(evening.calls)), official.state, official.notice)
