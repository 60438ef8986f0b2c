"""Every name in a value becomes the right one, however deep; nothing else changes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from referee.core.renaming import in_another_order, renamed

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


def test_who_change_places_among_themselves_stay_as_they_are():
    assert in_another_order(SWAPPED) == SWAPPED
    ring = {"A1": "A2", "A2": "A3", "A3": "A1"}
    assert in_another_order(ring) == ring


def test_chains_are_closed_each_in_itself():
    chains = {"H1": "H2", "H2": "H9", "A1": "A9"}
    closed = in_another_order(chains | SWAPPED)
    assert closed == chains | SWAPPED | {"H9": "H1", "A9": "A1"}
    assert sorted(closed) == sorted(closed.values())
