"""What `referee rules diff` prints: where two rulebooks differ, leagues or houses."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table as Rows

from referee.apps.terminal.print_json import print_json
from referee.loaders.rulebooks import load_rulebook
from referee.rulebooks.house_settings import HouseSetting, differences, shown_value


def print_differences(one: str, other: str, *, as_json: bool) -> None:
    """Every number and choice in which two books differ, with both rules' ids."""
    books = load_rulebook(one), load_rulebook(other)
    found = differences(*books)
    if as_json:
        rows = [
            {
                "setting": each.setting.path,
                "says": each.setting.sentence,
                "one": _plain(each.one),
                "other": _plain(each.other),
            }
            for each in found
        ]
        print_json({"one": books[0].title, "other": books[1].title, "differences": rows})
        return
    if not found:
        words = f"{books[0].title} and {books[1].title} say the same."
        Console(highlight=False, markup=False, soft_wrap=True).print(words)
        return
    table = Rows(title=f"{len(found)} differences")
    table.add_column("setting", no_wrap=True)
    for heading in (books[0].title, books[1].title, "what it settles"):
        table.add_column(heading)
    for each in found:
        table.add_row(each.setting.path, _cell(each.one), _cell(each.other), each.setting.sentence)
    Console().print(table)


def _cell(of: HouseSetting | None) -> str:
    """Value and rule; the rule of a value that the book goes without says nothing."""
    if of is None or of.value is None:
        return shown_value(None)
    return f"{shown_value(of.value)} ({of.rule}{', house' if of.house else ''})"


def _plain(of: HouseSetting | None) -> dict[str, object] | None:
    if of is None or of.value is None:
        return None
    return {"value": of.value, "rule": of.rule, "house": of.house}
