"""How far a rulebook is officiated, computed: what it says it does, and what its cases contain.

In come the catalogue and what came of every case. A case proves a rule only if it holds and
contains what the rule says: it calls by the rule, or it shows the game that the rule leads to. Out
goes how far each rule stands and the rung of the ladder that the book has reached.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from referee.rulebooks.catalogue import Catalogue, Rule, RuleTreatment

# Rules of which a case has to stay quiet too: what is decided or checked can be called wrongly.
_BOTH_WAYS = frozenset({RuleTreatment.DECIDES, RuleTreatment.CHECKS})
_OVERTIME = "overtime"


class CaseSays(StrEnum):
    """What a case says of a rule that it names."""

    CALLS = "calls by it"
    SHOWS = "shows what it leads to"
    QUIET = "stays quiet"
    NOTHING = "does not contain it"


@dataclass(frozen=True, slots=True)
class CaseEvidence:
    """A case as it came out: the rules it ``names``, and those by which something ``was_called``.

    ``holds``: nothing differs from what it wants. ``shows_state``: it says what the game, or the
    procedure, is afterwards. ``overtime``: it is played in overtime.
    """

    name: str
    names: frozenset[str]
    was_called: frozenset[str]
    holds: bool
    shows_state: bool
    overtime: bool = False


class RuleProof(StrEnum):
    """How far a rule stands, by its cases."""

    WHOLE = "proved whole"
    IN_PART = "proved in part"
    CLAIMED = "said, not proved"
    TO_COACHES = "left to coaches"
    NOT_APPLICABLE = "not applicable"


class LadderRung(StrEnum):
    """How far a rulebook is. Each rung asks for everything that the one before asks for.

    Alpha: what the program says it does about a rule is proved. Beta: no rule is left to coaches.
    Complete: every rule is proved whole.
    """

    NONE = "before alpha"
    ALPHA = "alpha"
    BETA = "beta"
    COMPLETE = "complete"


@dataclass(frozen=True, slots=True)
class RuleCoverage:
    """One rule: how far it stands, and its cases, by what each says of it."""

    rule: Rule
    proof: RuleProof
    cases: Mapping[CaseSays, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class RulebookCoverage:
    """All rules of one league with what proves them."""

    league: str
    rules: tuple[RuleCoverage, ...]

    def count(self, proof: RuleProof) -> int:
        """How many rules stand so far."""
        return sum(each.proof is proof for each in self.rules)

    @property
    def rung(self) -> LadderRung:
        """The rung of the ladder that is reached."""
        if self.count(RuleProof.CLAIMED):
            return LadderRung.NONE
        if self.count(RuleProof.TO_COACHES):
            return LadderRung.ALPHA
        return LadderRung.BETA if self.count(RuleProof.IN_PART) else LadderRung.COMPLETE

    @property
    def lacking(self) -> tuple[RuleCoverage, ...]:
        """The rules that keep it from the next rung."""
        keeps = {
            LadderRung.NONE: RuleProof.CLAIMED,
            LadderRung.ALPHA: RuleProof.TO_COACHES,
            LadderRung.BETA: RuleProof.IN_PART,
        }.get(self.rung)
        return tuple(each for each in self.rules if each.proof is keeps)


def coverage_of(catalogue: Catalogue, cases: Iterable[CaseEvidence]) -> RulebookCoverage:
    """How far every rule of a league stands, by these cases."""
    by_rule: dict[str, list[CaseEvidence]] = {}
    for case in cases:
        for rule in case.names:
            by_rule.setdefault(rule, []).append(case)
    called = {rule for found in by_rule.values() for case in found for rule in case.was_called}
    return RulebookCoverage(
        catalogue.league,
        tuple(_rule_coverage(rule, by_rule.get(rule.id, ()), called) for rule in catalogue),
    )


def case_says(rule: Rule, case: CaseEvidence, *, has_calls: bool) -> CaseSays:
    """What a case says of a rule; ``has_calls``: some case calls by it."""
    if not case.holds or (rule.phase == _OVERTIME and not case.overtime):
        return CaseSays.NOTHING
    if rule.id in case.was_called:
        return CaseSays.CALLS
    if not has_calls:
        # No call ever names it, as how downs are counted: what it leads to is all there is.
        return CaseSays.SHOWS if case.shows_state else CaseSays.NOTHING
    return CaseSays.QUIET


def _rule_coverage(rule: Rule, cases: Iterable[CaseEvidence], called: set[str]) -> RuleCoverage:
    says: dict[CaseSays, list[str]] = {each: [] for each in CaseSays}
    for case in cases:
        says[case_says(rule, case, has_calls=rule.id in called)].append(case.name)
    found = {each: tuple(names) for each, names in says.items() if names}
    return RuleCoverage(rule, _proof(rule, found), found)


def _proof(rule: Rule, cases: Mapping[CaseSays, tuple[str, ...]]) -> RuleProof:
    if rule.does is RuleTreatment.NOTHING:
        return RuleProof.NOT_APPLICABLE
    if rule.does is RuleTreatment.LEAVES:
        return RuleProof.TO_COACHES
    fires = CaseSays.CALLS in cases or CaseSays.SHOWS in cases
    quiet = CaseSays.QUIET in cases or len(cases.get(CaseSays.SHOWS, ())) > 1
    if not fires and not quiet:
        return RuleProof.CLAIMED
    whole = fires and (quiet or rule.does not in _BOTH_WAYS)
    return RuleProof.WHOLE if whole and not rule.left else RuleProof.IN_PART
