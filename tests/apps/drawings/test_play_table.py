"""The picture of a play in the docs is that of the table."""

from __future__ import annotations

from pathlib import Path

from referee.apps.drawings.play_table import draw_play_table, play_arrows
from referee.official.play.status import ANYWHERE, PLAY_TABLE, PlayEvent, PlayStatus

DRAWN = Path(__file__).resolve().parents[3] / "docs" / "pictures" / "play-table.svg"


def test_the_picture_in_the_docs_is_that_of_the_table():
    assert DRAWN.read_text(encoding="utf-8") == draw_play_table().to_svg()


def test_every_status_and_every_event_is_drawn():
    svg = draw_play_table().to_svg()
    assert set(PLAY_TABLE) == set(PlayStatus)
    for status in PlayStatus:
        assert f">{status.value}<" in svg
    for event in PlayEvent:
        assert event.value in svg


def test_an_event_leads_to_one_place_only_wherever_it_is_said():
    drawn = {event for labels in play_arrows().values() for event in labels}
    assert not drawn & {event.value for event in ANYWHERE}
