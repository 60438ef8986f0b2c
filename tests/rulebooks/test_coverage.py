"""How far a rulebook is: a case proves only what it contains, and nobody types the rung."""

from __future__ import annotations

import pytest

from referee.rulebooks.catalogue import Catalogue, Rule, RuleTreatment
from referee.rulebooks.coverage import CaseEvidence, LadderRung, RuleProof, coverage_of

IDS = ("TEST-ONE-01", "TEST-ONE-02")


def rule(does="decides", left="", phase="run", number=0):
    with_modules = does not in ("leaves to coaches", "nothing")
    by = ("game.fold",) if with_modules else ()
    why = "advice" if does == "nothing" else ""
    return Rule(IDS[number], "A rule", "call", phase, RuleTreatment(does), by, left, why)


def case(called=True, *, holds=True, state=False, overtime=False, number=0):
    was_called = frozenset({IDS[number]} if called else ())
    return CaseEvidence("a case", frozenset({IDS[number]}), was_called, holds, state, overtime)


def proof(of, *cases):
    (found,) = coverage_of(Catalogue("test", (of,)), cases).rules
    return found.proof


FIRES, QUIET = case(), case(called=False)


@pytest.mark.parametrize(
    ("of", "cases", "wanted"),
    [
        (rule(), (), RuleProof.CLAIMED),
        (rule(), (FIRES,), RuleProof.IN_PART),  # when it stays quiet, nobody knows
        (rule(), (FIRES, QUIET), RuleProof.WHOLE),
        (rule("asks"), (FIRES,), RuleProof.WHOLE),
        (rule(left="the yards"), (FIRES, QUIET), RuleProof.IN_PART),
        (rule(), (case(holds=False),), RuleProof.CLAIMED),
        (rule(), (QUIET,), RuleProof.CLAIMED),  # a case that never calls by it says nothing
        (rule(), (case(False, state=True), case(False, state=True)), RuleProof.WHOLE),
        (rule("leaves to coaches"), (FIRES, QUIET), RuleProof.TO_COACHES),
        (rule("nothing"), (), RuleProof.NOT_APPLICABLE),
    ],
)
def test_what_proves_a_rule(of, cases, wanted):
    assert proof(of, *cases) is wanted


def test_a_play_of_the_second_quarter_proves_no_rule_of_overtime():
    of = rule(phase="overtime")
    ordinary = (case(state=True), case(False, state=True))
    assert proof(of, *ordinary) is RuleProof.CLAIMED
    assert proof(of, case(overtime=True), case(False, overtime=True)) is RuleProof.WHOLE


@pytest.mark.parametrize(
    ("second", "cases", "rung"),
    [
        (rule(number=1), (), LadderRung.NONE),
        (rule("leaves to coaches", number=1), (), LadderRung.ALPHA),
        (rule(left="the yards", number=1), (case(number=1),), LadderRung.BETA),
        (rule("nothing", number=1), (), LadderRung.COMPLETE),
    ],
)
def test_a_rung_asks_for_all_that_the_rungs_below_it_ask_for(second, cases, rung):
    found = coverage_of(Catalogue("test", (rule(), second)), (FIRES, QUIET, *cases))
    assert found.rung is rung
    lacking = [each.rule.id for each in found.lacking]
    assert lacking == ([] if rung is LadderRung.COMPLETE else [IDS[1]])
