"""What `referee rules` prints: rules, and their numbers."""

from __future__ import annotations

import dataclasses

from rich.console import Console
from rich.table import Table as Rows

from referee.apps.terminal.print_json import print_json
from referee.core.errors import BadValue
from referee.loaders.rulebooks import LEAGUES, find_rule, load_catalogue, load_rulebook
from referee.rulebooks.catalogue import Rule
from referee.rulebooks.rulebook import Rulebook


def print_rules(rulebook: str | None, kind: str | None, *, as_json: bool) -> None:
    """The rules of a rulebook or of all, of every kind or of one."""
    rules = [(league, rule) for league in leagues_of(rulebook) for rule in load_catalogue(league)]
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


def print_rule_or_book(name: str, *, as_json: bool) -> None:
    """One rule with its numbers, or all numbers of a rulebook."""
    if "-" in name and not name.endswith(".toml"):
        league, found = find_rule(name)
        _print_rule(league, found, as_json=as_json)
    else:
        _print_rulebook(load_rulebook(name), as_json=as_json)


def leagues_of(rulebook: str | None) -> tuple[str, ...]:
    """A rulebook by its name, or all of them."""
    if rulebook is None:
        return LEAGUES
    load_catalogue(rulebook)  # says which there are when this is none
    return (rulebook,)


def _print_rule(league: str, rule: Rule, *, as_json: bool) -> None:
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


def _print_rulebook(book: Rulebook, *, as_json: bool) -> None:
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
    table = Rows(title=book.title)
    # A key is typed as it stands here: a narrow terminal never cuts it.
    table.add_column("setting", no_wrap=True)
    for heading in ("value", "rule", "what it says"):
        table.add_column(heading)
    for row in rows:
        rule = f"{row['rule']}{' (house)' if row['house'] else ''}"
        table.add_row(str(row["setting"]), str(row["value"]), rule, str(row["says"]))
    Console().print(table)


def _word(value: object) -> object:
    """A setting's value as JSON has it; what is more than a number or a word is its own text."""
    plain = getattr(value, "value", value)
    return plain if plain is None or isinstance(plain, str | int | float) else str(plain)


def _plain(league: str, rule: Rule) -> dict[str, object]:
    words = dataclasses.asdict(rule) | {"does": rule.does.value, "by": list(rule.by)}
    return {"rulebook": league, **words, "status": rule.status.value}
