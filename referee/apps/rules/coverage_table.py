"""What `referee rules coverage` prints: how far each rulebook is, computed from its cases."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import typer
from rich.console import Console
from rich.table import Table as Rows

from referee.apps.terminal.print_json import print_json
from referee.apps.terminal.progress import progress_bar
from referee.cases.case import Case
from referee.cases.case_result import CaseResult, judge_case
from referee.cases.comparison import differences
from referee.cases.situation import judge_situation
from referee.core.errors import BadValue
from referee.loaders.cases import find_cases, read_cases, read_situations
from referee.loaders.rulebooks import load_catalogue
from referee.rulebooks.coverage import (
    CaseEvidence,
    LadderRung,
    RulebookCoverage,
    RuleCoverage,
    RuleProof,
    coverage_of,
)

# Where the cases of this program lie, seen from the folder of its source.
CASES = Path("tests/cases")
# So many rules that a book lacks for its next rung are named; --rules names them all.
_NAMED = 12


def print_coverage(
    leagues: Sequence[str],
    cases: Path | None,
    *,
    every_rule: bool = False,
    check: bool = False,
    as_json: bool = False,
) -> None:
    """How far each rulebook is; with ``check`` it leaves with exit code 1 unless all are complete.

    ``every_rule`` prints a row for each rule with its cases.
    """
    evidence = _evidence(_folder(cases), leagues)
    found = [coverage_of(load_catalogue(league), evidence) for league in leagues]
    if as_json:
        print_json({each.league: _plain(each) for each in found})
    else:
        console = Console(highlight=False)
        if every_rule:
            for each in found:
                console.print(_rules(each))
        console.print(_books(found))
        if not every_rule:
            for each in found:
                console.print(_lacking(each), soft_wrap=True)
    if check and any(each.rung is not LadderRung.COMPLETE for each in found):
        raise typer.Exit(1)


def _folder(cases: Path | None) -> Path:
    folder = CASES if cases is None else cases
    if not folder.exists():
        allowed = f"a folder of cases; those of the program are in {CASES} of its source"
        raise BadValue("--cases", str(folder), allowed)
    return folder


def _evidence(folder: Path, leagues: Sequence[str]) -> list[CaseEvidence]:
    """What came of every case that names a rule of these leagues."""
    files = ((path, case) for path in find_cases([folder]) for case in read_cases(path))
    cases = [(path, case) for path, case in files if case.rulebook.league in leagues]
    found = _of_situations(folder, leagues)
    with progress_bar() as progress:
        task = progress.add_task("running cases", total=len(cases), note="")
        for path, case in cases:
            found.append(_evidence_of(f"{path.parent.name}/{case.name}", case, judge_case(case)))
            progress.advance(task)
    return found


def _of_situations(folder: Path, leagues: Sequence[str]) -> list[CaseEvidence]:
    """What came of every situation: each shows what a rule leads to, and calls nothing."""
    found = []
    for path in find_cases([folder]):
        for each in read_situations(path):
            if each.rulebook.league not in leagues:
                continue
            result = judge_situation(each)
            found.append(
                CaseEvidence(
                    name=f"{path.parent.name}/{each.name}",
                    names=frozenset(each.proves),
                    was_called=frozenset(),
                    holds=not result.differs,
                    shows_state=True,
                    overtime=result.overtime,
                )
            )
    return found


def _evidence_of(name: str, case: Case, result: CaseResult) -> CaseEvidence:
    called = {call.rule for call in result.calls}
    if result.line_up is not None:
        called |= {fault.rule for fault in (*result.line_up.faults, *result.line_up.doubts)}
    if result.pivots is not None:
        called |= {fault.rule for fault in (*result.pivots.faults, *result.pivots.doubts)}
    return CaseEvidence(
        name=name,
        names=frozenset(case.proves),
        was_called=frozenset(called),
        holds=not differences(case, result),
        shows_state=not (case.after is None and case.line_up is None and case.pivots is None),
        overtime=case.start.quarter > case.rulebook.game.quarters.quarters.value,
    )


def _books(found: Iterable[RulebookCoverage]) -> Rows:
    table = Rows(
        "rulebook", "rules", *(each.value for each in RuleProof), "ladder", title="Coverage"
    )
    for each in found:
        counts = (str(each.count(proof)) for proof in RuleProof)
        table.add_row(each.league, str(len(each.rules)), *counts, each.rung.value)
    return table


def _rules(of: RulebookCoverage) -> Rows:
    table = Rows(title=of.league)
    table.add_column("rule", no_wrap=True)
    for heading in ("what it is about", "that", "its cases"):
        table.add_column(heading)
    for each in of.rules:
        table.add_row(each.rule.id, each.rule.title, each.proof.value, _cases(each))
    return table


def _cases(of: RuleCoverage) -> str:
    parts = [f"{says.value}: {', '.join(names)}" for says, names in of.cases.items()]
    return "; ".join([*parts, *([f"left: {of.rule.left}"] if of.rule.left else [])])


def _lacking(of: RulebookCoverage) -> str:
    ids = [each.rule.id for each in of.lacking]
    if not ids:
        return f"{of.league}: complete."
    more = f" and {len(ids) - _NAMED} more" if len(ids) > _NAMED else ""
    return f"{of.league}, {of.rung.value}; for the next rung: {', '.join(ids[:_NAMED])}{more}"


def _plain(of: RulebookCoverage) -> dict[str, object]:
    return {
        "ladder": of.rung.value,
        "counts": {proof.value: of.count(proof) for proof in RuleProof},
        "rules": {each.rule.id: _plain_rule(each) for each in of.rules},
    }


def _plain_rule(of: RuleCoverage) -> dict[str, object]:
    cases = {says.value: list(names) for says, names in of.cases.items() if names}
    words: dict[str, object] = {"that": of.proof.value, "cases": cases}
    return words | {"left": of.rule.left} if of.rule.left else words
