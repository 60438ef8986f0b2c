"""`referee rules`: every rule of every rulebook, and what the referee does about it."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table as Rows

from referee.apps.drawings.night_phases import draw_phases
from referee.apps.drawings.procedure_picture import draw_procedure
from referee.apps.games.procedure_table import show_procedure
from referee.apps.terminal.print_json import print_json
from referee.core.errors import BadValue
from referee.loaders.cases import find_cases, read_cases
from referee.loaders.formats.vector_picture import check_picture_name
from referee.loaders.rulebooks import LEAGUES, find_rule, load_catalogue, load_rulebook
from referee.night.phase import PHASE_TABLE, PHASES_AFTER
from referee.rulebooks.catalogue import Rule, RuleStatus
from referee.rulebooks.rulebook import Rulebook

rules_app = typer.Typer(add_completion=False, no_args_is_help=True, rich_markup_mode="rich")

RulesAsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
RulebookArgument = Annotated[
    str | None, typer.Argument(help=f"One of {', '.join(LEAGUES)}; without it, all of them.")
]


@rules_app.command("list")
def list_rules(
    rulebook: RulebookArgument = None,
    kind: Annotated[
        str | None, typer.Option("--kind", help="Only this kind, such as call or spot.")
    ] = None,
    as_json: RulesAsJson = False,
) -> None:
    """List the rules of a rulebook: what the referee does about each, and whether it can yet.

    Example: [bold]referee rules list hefl --kind call[/bold]
    """
    rules = [(league, rule) for league in _leagues(rulebook) for rule in load_catalogue(league)]
    kinds = sorted({rule.kind for _, rule in rules})
    if kind is not None:
        if kind not in kinds:
            raise BadValue("--kind", kind, f"one of {', '.join(kinds)}")
        rules = [(league, rule) for league, rule in rules if rule.kind == kind]
    if as_json:
        print_json([_plain(league, rule) for league, rule in rules])
        return
    table = Rows("rule", "what it is about", "kind", "the referee", "that", title="Rules")
    for _, rule in rules:
        table.add_row(rule.id, rule.title, rule.kind, rule.does.value, rule.status.value)
    Console().print(table)


@rules_app.command("show")
def show_rule(
    rule: Annotated[str, typer.Argument(help="The id of a rule, or a rulebook (name or file).")],
    as_json: RulesAsJson = False,
) -> None:
    """Show one rule with its numbers; or a whole rulebook's numbers, a house's too.

    Example: [bold]referee rules show HEFL-TKL-01[/bold]
    """
    if "-" in rule and not rule.endswith(".toml"):
        league, found = find_rule(rule)
        _show_rule(league, found, as_json=as_json)
    else:
        _show_rulebook(load_rulebook(rule), as_json=as_json)


@rules_app.command("coverage")
def coverage(
    rulebook: RulebookArgument = None,
    cases: Annotated[
        Path | None, typer.Option("--cases", help="Also say which cases prove which rule.")
    ] = None,
    as_json: RulesAsJson = False,
) -> None:
    """Count how far the rules of each rulebook stand.

    Example: [bold]referee rules coverage hefl --cases tests/cases[/bold]
    """
    if cases is not None:
        _show_proofs(_leagues(rulebook), _proofs(cases), as_json=as_json)
        return
    counts = {league: load_catalogue(league).counts() for league in _leagues(rulebook)}
    if as_json:
        print_json({k: {s.value: n for s, n in c.items()} for k, c in counts.items()})
        return
    table = Rows(
        "rulebook", "rules", *(s.value for s in RuleStatus), title="How far the rules stand"
    )
    for league, count in counts.items():
        table.add_row(league, str(sum(count.values())), *(str(n) for n in count.values()))
    console = Console()
    console.print(table)
    console.print(
        "Not yet: another part of the referee will do it. `referee rules list` says which."
    )


@rules_app.command("procedure")
def procedure(
    rulebook: Annotated[str, typer.Argument(help="A rulebook, by name or file.")],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="A .svg or .png picture to write.")
    ] = None,
    as_json: RulesAsJson = False,
) -> None:
    """Show every stretch of power in a play: who holds the switch, what ends it, what follows.

    Example: [bold]referee rules procedure efhl --out efhl.svg[/bold]
    """
    if out is not None:
        check_picture_name(out)
    show_procedure(load_rulebook(rulebook), as_json=as_json)
    if out is not None:
        draw_procedure(load_rulebook(rulebook)).save(out)
        typer.echo(str(out), err=as_json)


@rules_app.command("evening")
def evening(
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="A .svg or .png picture to write.")
    ] = None,
    as_json: RulesAsJson = False,
) -> None:
    """Show the moments of an evening under any rulebook, and what may follow each.

    Example: [bold]referee rules evening --out evening.svg[/bold]
    """
    if out is not None:
        check_picture_name(out)
    if as_json:
        told = {
            m.value: [{"why": w, "to": to.value} for w, to in PHASES_AFTER[m]] for m in PHASES_AFTER
        }
        print_json(
            {
                row.moment.value: {"when": row.when, "follows": told[row.moment.value]}
                for row in PHASE_TABLE
            }
        )
    else:
        table = Rows("moment", "when", "then", title="An evening, the first row that fits")
        for row in PHASE_TABLE:
            then = "\n".join(f"{to.value}: {why}" for why, to in PHASES_AFTER[row.moment])
            table.add_row(row.moment.value, row.when, then)
        Console().print(table)
    if out is not None:
        draw_phases().save(out)
        typer.echo(str(out), err=as_json)


def _proofs(folder: Path) -> dict[str, list[str]]:
    """The cases of a folder, by the rules they prove."""
    found: dict[str, list[str]] = {}
    for path in find_cases([folder]):
        for case in read_cases(path):
            for rule in case.proves:
                found.setdefault(rule, []).append(f"{path.parent.name}/{case.name}")
    return found


def _show_proofs(
    leagues: tuple[str, ...], proofs: Mapping[str, list[str]], *, as_json: bool
) -> None:
    """Every rule that stands, or is proved, with its cases."""
    rows = [
        (rule, proofs.get(rule.id, []))
        for league in leagues
        for rule in load_catalogue(league)
        if rule.id in proofs or rule.status in {RuleStatus.STANDS, RuleStatus.PARTLY}
    ]
    if as_json:
        print_json({rule.id: {"status": rule.status.value, "cases": by} for rule, by in rows})
        return
    table = Rows("rule", "what it is about", "that", "cases", title="Which cases prove which rule")
    for rule, by in rows:
        table.add_row(rule.id, rule.title, rule.status.value, ", ".join(by) or "none")
    console = Console()
    console.print(table)
    proved = sum(bool(by) for _, by in rows)
    console.print(f"{proved} of {len(rows)} rules that stand at least partly are proved by a case.")


def _leagues(rulebook: str | None) -> tuple[str, ...]:
    if rulebook is None:
        return LEAGUES
    load_catalogue(rulebook)  # says which there are when this is none
    return (rulebook,)


def _show_rule(league: str, rule: Rule, *, as_json: bool) -> None:
    book = load_rulebook(league)
    values = {
        f"{section}.{key}": (setting.says, _word(ruled.value))
        for section, key, setting, ruled in book.settings()
        if ruled.rule == rule.id
    }
    if as_json:
        numbers = {key: value for key, (_, value) in values.items()}
        print_json({**_plain(league, rule), "settings": numbers})
        return
    console = Console(highlight=False)
    console.print(f"{rule.id}: {rule.title} ({league}, {rule.kind}, {rule.phase})")
    console.print(f"The referee: {rule.does.value}; that: {rule.status.value}")
    for word, text in (("by", ", ".join(rule.by)), ("left", rule.left), ("why", rule.why)):
        if text:
            console.print(f"{word}: {text}")
    for key, (says, value) in values.items():
        console.print(f"{key} = {value}: {says}")


def _show_rulebook(book: Rulebook, *, as_json: bool) -> None:
    rows = [
        {
            "setting": f"{section}.{key}",
            "value": _word(ruled.value),
            "rule": ruled.rule,
            "house": ruled.house,
            "says": setting.says,
        }
        for section, key, setting, ruled in book.settings()
    ]
    if as_json:
        words = {"name": book.name, "title": book.title, "league": book.league}
        print_json({**words, "settings": rows})
        return
    table = Rows("setting", "value", "rule", "what it says", title=book.title)
    for row in rows:
        rule = f"{row['rule']}{' (house)' if row['house'] else ''}"
        table.add_row(str(row["setting"]), str(row["value"]), rule, str(row["says"]))
    Console().print(table)


def _word(value: Any) -> Any:
    return getattr(value, "value", value)


def _plain(league: str, rule: Rule) -> dict[str, Any]:
    words = dataclasses.asdict(rule) | {"does": rule.does.value, "by": list(rule.by)}
    return {"rulebook": league, **words, "status": rule.status.value}
