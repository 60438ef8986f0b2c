"""A rule whose numbers stand in the settings is applied: its row says by which module."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import pytest

from referee.core.settings.ruled import Ruled
from referee.loaders.rulebooks import LEAGUES, load_catalogue, load_rulebook
from referee.rulebooks.catalogue import RuleTreatment


def ruled(value: object) -> Iterator[Ruled[object]]:
    """Every setting of a rulebook."""
    if isinstance(value, Ruled):
        yield value
    elif dataclasses.is_dataclass(value):
        for each in dataclasses.fields(value):
            yield from ruled(getattr(value, each.name))


@pytest.mark.parametrize("league", LEAGUES)
def test_no_rule_that_has_a_number_is_left_to_coaches(league):
    book = load_rulebook(league)
    left = {rule.id for rule in load_catalogue(league) if rule.does is RuleTreatment.LEAVES}
    wrong = {each.rule for part in (book.calls, book.game) for each in ruled(part)} & left
    assert wrong == set()
