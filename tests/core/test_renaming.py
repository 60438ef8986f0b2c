"""Every name in a value becomes the right one, however deep; nothing else changes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from referee.core.renaming import renamed

SWAPPED = {"H22": "H33", "H33": "H22"}


class Kind(StrEnum):
    ODD = "H22"


@dataclass(frozen=True)
class Inner:
    to: str | None
    by: tuple[str, ...] = ()


@dataclass(frozen=True)
class Outer:
    inner: Inner | None
    kind: Kind = Kind.ODD
    yards: float = 3.5


def test_names_change_at_any_depth():
    before = Outer(Inner("H22", ("A7", "H33")))
    assert renamed(before, SWAPPED) == Outer(Inner("H33", ("A7", "H22")))


def test_two_names_are_swapped_and_not_made_one():
    assert renamed(("H22", "H33"), SWAPPED) == ("H33", "H22")


def test_a_word_of_a_list_of_words_is_no_name():
    assert renamed(Outer(None), SWAPPED).kind is Kind.ODD


def test_what_has_no_such_name_is_the_same_value():
    before = Outer(Inner(None, ("A7",)))
    assert renamed(before, SWAPPED) is before
