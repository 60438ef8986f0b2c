"""What every part of a case's file is checked with."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from referee.core.errors import BadValue
from referee.core.settings.settings_table import SettingsTable

FURTHEST_MM = 6000.0
LONGEST_S = 120.0
T = TypeVar("T")


def load_named(table: SettingsTable, key: str, load: Callable[[str], T]) -> T:
    """Something a case takes from outside by its name."""
    word = table.text(key, 200)
    try:
        return load(word)
    except BadValue as error:
        raise table.error(key, word, error.allowed) from None


def word_list(
    table: SettingsTable, key: str, check: Callable[[str], bool], like: str = "[HEFL-TKL-01]"
) -> tuple[str, ...]:
    """A list of words; none if the key is not there."""
    value = table.raw(key)
    if key not in table:
        return ()
    if not isinstance(value, list) or not all(isinstance(v, str) and check(v) for v in value):
        raise table.error(key, value, f"a list such as {like}")
    return tuple(value)


def known_player(table: SettingsTable, key: str, known: Iterable[str]) -> str:
    """A player who has keyframes."""
    value = table.text(key, 12)
    check_known(table, key, value, known)
    return value


def check_known(table: SettingsTable, key: str, value: str, known: Iterable[str]) -> None:
    """Complain about a player who has no keyframes."""
    if value not in known:
        raise table.error(key, value, f"one of {', '.join(known)}")
