"""What was found is never changed afterwards: a later finding is a new one."""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil

import pytest

import referee.calls
import referee.core

# These gather frames while a phase runs.
GATHER = {
    "CarrierTrail",
    "ContactEpisode",
    "FallEstimate",
    "FurthestAdvance",
    "OpponentContact",
    "RunContext",
}
MODULES = [
    importlib.import_module(each.name)
    for room in (referee.core, referee.calls)
    for each in pkgutil.walk_packages(room.__path__, f"{room.__name__}.")
]
RECORDS = {
    thing
    for module in MODULES
    for thing in vars(module).values()
    if isinstance(thing, type) and dataclasses.is_dataclass(thing)
}


@pytest.mark.parametrize("record", sorted(RECORDS, key=lambda each: each.__qualname__))
def test_records_do_not_change(record):
    assert record.__dataclass_params__.frozen is (record.__name__ not in GATHER)
