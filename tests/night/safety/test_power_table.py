"""The table of the power: every mode with every set of conditions, against what must never be."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from referee.night.gate import GateConditions, reasons_against_power
from referee.night.safety.power_table import (
    POWER_TABLE,
    PowerCondition,
    PowerMode,
    PowerOrder,
    PowerRow,
    power_row,
)

MS = 1_000_000
C, M = PowerCondition, PowerMode
# Orders after which current flows, as far as the night has a say in it.
GIVES_POWER = {PowerOrder.RENEW, PowerOrder.LEASE, PowerOrder.PULSE}


def every_set() -> Iterator[frozenset[PowerCondition]]:
    for many in range(len(C) + 1):
        yield from (frozenset(chosen) for chosen in combinations(C, many))


EVERYTHING = [(mode, holds) for mode in M for holds in every_set()]


def broken(rule) -> list[tuple[PowerMode, list[str], PowerRow]]:
    """Where a rule about mode, conditions and row does not hold."""
    found = ((mode, holds, power_row(mode, holds)) for mode, holds in EVERYTHING)
    return [(m, sorted(holds), row) for m, holds, row in found if not rule(m, holds, row)]


@pytest.mark.parametrize(
    "against", [C.NO_FRAME, C.PLAY_CUT, C.DISTURBED], ids=lambda against: against.name
)
def test_power_that_is_on_goes_off_at_once(against):
    def rule(mode, holds, row):
        cut = row.then is M.OFF and row.order in {PowerOrder.CUT, PowerOrder.INTERRUPT}
        return cut or not mode.on or against not in holds

    assert broken(rule) == []


def test_without_a_fresh_frame_there_is_no_power():
    def rule(_mode, holds, row):
        return C.NO_FRAME not in holds or row.order not in GIVES_POWER

    assert broken(rule) == []


def test_off_stays_off_while_anything_speaks_against_it():
    def rule(mode, holds, row):
        return mode.on or C.AGAINST not in holds or row.order not in GIVES_POWER

    assert broken(rule) == []


def test_power_comes_on_only_when_all_is_set_or_it_was_cut_for_nothing():
    def rule(mode, holds, row):
        return mode.on or row.order not in GIVES_POWER or bool(holds & {C.SET, C.RESTORED})

    assert broken(rule) == []


def test_a_switch_that_nobody_asked_to_close_is_opened():
    def rule(mode, holds, row):
        return mode.on or C.CLOSED not in holds or row.order is PowerOrder.OPEN

    assert broken(rule) == []


def test_a_pulse_is_never_made_longer_by_a_lease():
    assert (
        broken(lambda mode, _holds, row: mode is not M.PULSED or row.order is not PowerOrder.RENEW)
        == []
    )


def test_where_a_coach_holds_the_switch_nothing_is_switched_on():
    def rule(mode, holds, row):
        hand = mode is M.BY_HAND or (mode is M.OFF and C.HAND_ON in holds)
        return not hand or row.order not in GIVES_POWER

    assert broken(rule) == []


def test_every_row_counts_somewhere_and_the_last_one_always_holds():
    for mode, rows in POWER_TABLE.items():
        assert {power_row(mode, holds) for holds in every_set()} == set(rows)
        assert rows[-1].when == ()


@pytest.mark.parametrize("kept", [{"alarm": "Pull the plug."}, {"latched": True}])
def test_an_alarm_and_a_latched_switch_speak_against_power_until_a_person_has_looked(kept):
    well = GateConditions(
        now_ns=10 * MS, frame_ns=10 * MS, looked_ns=10 * MS, hands_away=True, **kept
    )
    assert reasons_against_power(well) != ()
