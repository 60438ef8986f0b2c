"""The picture of an evening in the docs is that of the table."""

from __future__ import annotations

from pathlib import Path

from referee.apps.drawings.night_phases import ENTERED, ONCE, PLACES, draw_phases, drawn_ways
from referee.night.phase import PHASE_TABLE, PHASES_AFTER, NightPhase

DRAWN = Path(__file__).resolve().parents[3] / "docs" / "pictures" / "evening.svg"


def test_the_picture_in_the_docs_is_that_of_the_table():
    assert DRAWN.read_text(encoding="utf-8") == draw_phases().to_svg()


def test_every_moment_of_the_table_is_drawn():
    svg = draw_phases().to_svg()
    assert set(PLACES) == set(NightPhase) == {row.phase for row in PHASE_TABLE}
    for moment in NightPhase:
        assert f">{moment.value}<" in svg


def test_every_way_is_drawn_but_those_that_are_said_below():
    drawn = {(start, end, why) for (start, end), whys in drawn_ways().items() for why in whys}
    told = {(start, end, why) for start, ways in PHASES_AFTER.items() for why, end in ways}
    assert {why for _, _, why in told - drawn} <= ENTERED | {ONCE}
    assert drawn <= told


def test_no_two_moments_lie_upon_each_other():
    assert len(set(PLACES.values())) == len(PLACES)
