"""`referee rules`: every rule of every rulebook, and what the referee does about it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.apps.rules import (
    coverage_table,
    procedure_table,
    rule_differences,
    rule_tables,
    state_tables,
)
from referee.cli.options import DrawingOption, JsonOption
from referee.loaders.rulebooks import LEAGUES

rules_app = typer.Typer(add_completion=False, no_args_is_help=True, rich_markup_mode="rich")

RulebookArgument = Annotated[
    str | None, typer.Argument(help=f"One of {', '.join(LEAGUES)}; without it, all of them.")
]


@rules_app.command("list")
def list_rules(
    rulebook: RulebookArgument = None,
    kind: Annotated[
        str | None, typer.Option("--kind", help="Only this kind, such as call or spot.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """List the rules of a rulebook: what the referee does about each, and whether it can yet.

    Example: [bold]referee rules list hefl --kind call[/bold]
    """
    rule_tables.print_rules(rulebook, kind, as_json=as_json)


@rules_app.command("show")
def show_rule(
    rule: Annotated[str, typer.Argument(help="The id of a rule, or a rulebook (name or file).")],
    as_json: JsonOption = False,
) -> None:
    """Show one rule with its numbers; or a whole rulebook's numbers, a house's too.

    Example: [bold]referee rules show HEFL-TKL-01[/bold]
    """
    rule_tables.print_rule_or_book(rule, as_json=as_json)


@rules_app.command("diff")
def diff(
    one: Annotated[str, typer.Argument(help="A rulebook, by name or file.")],
    other: Annotated[str, typer.Argument(help="Another, a league's or a house's.")],
    as_json: JsonOption = False,
) -> None:
    """Show in which numbers and choices two rulebooks differ.

    Example: [bold]referee rules diff hefl vsefl[/bold]
    """
    rule_differences.print_differences(one, other, as_json=as_json)


@rules_app.command("coverage")
def coverage(
    rulebook: RulebookArgument = None,
    cases: Annotated[
        Path | None,
        typer.Option("--cases", help="The folder of the cases; without it, the program's own."),
    ] = None,
    rules: Annotated[
        bool, typer.Option("--rules", help="Every rule, with what its cases say of it.")
    ] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Leave with exit code 1 unless all are complete.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Run all cases, and say how far each rulebook is: before alpha, alpha, beta, complete.

    Example: [bold]referee rules coverage hefl --rules[/bold]
    """
    leagues = rule_tables.leagues_of(rulebook)
    coverage_table.print_coverage(leagues, cases, every_rule=rules, check=check, as_json=as_json)


@rules_app.command("procedure")
def procedure(
    rulebook: Annotated[str, typer.Argument(help="A rulebook, by name or file.")],
    out: DrawingOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show every step of a play: who holds the switch, what ends it, what follows.

    Example: [bold]referee rules procedure efhl --out efhl.svg[/bold]
    """
    procedure_table.show_procedure(rulebook, out, as_json=as_json)


@rules_app.command("evening")
def evening(
    out: DrawingOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show the moments of an evening under any rulebook, and what may follow each.

    Example: [bold]referee rules evening --out evening.svg[/bold]
    """
    procedure_table.show_evening(out, as_json=as_json)


@rules_app.command("play")
def play_table(
    out: DrawingOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show the statuses of a play under any rulebook, and what leads from one to the next.

    Example: [bold]referee rules play --out play-table.svg[/bold]
    """
    state_tables.show_play_table(out, as_json=as_json)


@rules_app.command("power")
def power_table(
    out: DrawingOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show when the power of a night goes on and off: in each mode the first row that holds.

    Example: [bold]referee rules power --out power.svg[/bold]
    """
    state_tables.show_power_table(out, as_json=as_json)
