"""The picture of the power in the docs is that of the table."""

from __future__ import annotations

from pathlib import Path
from xml.sax.saxutils import escape

from referee.apps.drawings.power_modes import LANES, draw_power, row_words, rows_between
from referee.night.safety.power_table import POWER_TABLE, PowerMode

DRAWN = Path(__file__).resolve().parents[3] / "docs" / "pictures" / "power.svg"


def test_the_picture_in_the_docs_is_that_of_the_table():
    assert DRAWN.read_text(encoding="utf-8") == draw_power().to_svg()


def test_every_mode_and_every_row_is_drawn():
    assert {*LANES, PowerMode.OFF} == set(POWER_TABLE) == set(PowerMode)
    svg = draw_power().to_svg()
    for mode, rows in POWER_TABLE.items():
        assert f">{escape(mode.value)}<" in svg
        for row in rows:
            assert f">{escape(row_words(row))}<" in svg


def test_no_row_leads_from_one_mode_with_power_to_another():
    """The picture has no arrows for that."""
    assert not [
        (mode, then)
        for mode in LANES
        for then in LANES
        if mode is not then and rows_between(mode, then)
    ]
