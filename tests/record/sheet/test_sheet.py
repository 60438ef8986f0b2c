"""The score sheet: its columns say what the game was, on every paper, with nothing lost."""

from __future__ import annotations

import io
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser

import pypdf
import pytest

from referee.core.errors import BadValue
from referee.core.roster import Team
from referee.game.events import (
    DownRepeated,
    Noted,
    PlayEnded,
    QuarterEnded,
    SeriesBegan,
    Started,
)
from referee.game.frame_events import Challenged, ChallengeDecided, TimeoutTaken
from referee.game.journal import OverturnEntry
from referee.loaders.formats.pdf import FONT, Pdf
from referee.loaders.rulebooks import load_rulebook
from referee.record.sheet.html import page_of
from referee.record.sheet.pdf import MARGIN_MM, PAPERS, pdf_bytes, write_pdf
from referee.record.sheet.score_sheet import NOTHING, score_sheet_of
from tests.game.nights import EVENTS, journal, x
from tests.record.sheet import games

POINT_MM = 25.4 / 72


def table(sheet, title):
    return next(each for each in sheet.tables if each.title == title)


def shown(data: bytes) -> list[list[tuple[float, float, float, str]]]:
    """Every text of each page: where it stands from the lower left and how wide it is, in mm."""
    return [_shown(page) for page in pypdf.PdfReader(io.BytesIO(data)).pages]


def _shown(page: pypdf.PageObject) -> list[tuple[float, float, float, str]]:
    found: list[tuple[float, float, float, str]] = []

    def text_at(text, _outer, place, font, size_pt) -> None:
        if text.strip():
            x_mm, y_mm, size_mm = (v * POINT_MM for v in (place[4], place[5], size_pt))
            found.append((x_mm, y_mm, wide_mm(text.strip(), font, size_mm), text.strip()))

    page.extract_text(visitor_text=text_at)
    return found


@cache
def ruler() -> Pdf:
    return Pdf(100.0, 100.0, "")


def wide_mm(text: str, font: pypdf.generic.DictionaryObject, size_mm: float) -> float:
    """How wide a text is in one of our two fonts."""
    ruler().set_font(FONT, "B" if "Bold" in font["/BaseFont"] else "", size_mm / POINT_MM)
    return ruler().get_string_width(text)


def test_the_columns_are_filled_as_a_person_would():
    quarter = table(score_sheet_of(games.short()), "Quarter 1")
    rows = [row[:13] for row in quarter.rows]
    blank = ("",) * 3
    # HEFL-CLK-01: a kickoff that is run back counts as well, a try does not.
    assert rows[0] == ("1", "WOL", "kickoff", "", "", "", "", "57", "", "22", *blank)
    assert rows[1] == ("2", "BEA", "1st & 10", "own 30", "6", *[""] * 8)
    assert rows[2] == ("3", "BEA", "2nd & 4", "own 36", "", "", "14", *[""] * 6)
    assert rows[4] == ("5", "BEA", "2nd & 10", "50", "", "", "-5", *[""] * 6)
    assert rows[6] == ("7", "BEA", "1st & 10", "opp. 40", "", "", "40", *[""] * 5, "6")
    assert rows[7][0] == "X"
    assert rows[9] == ("9", "WOL", "1st & 10", "own 20", "", "", "0", *[""] * 4, "5", "")


def test_remarks_name_who_had_part_in_it():
    quarter = table(score_sheet_of(games.short()), "Quarter 1")
    assert [row[13] for row in quarter.rows] == [
        "Back by BEA 22, ball to Bears, tackle WOL 21",
        "BEA 22, tackle WOL 54",
        "BEA 12 to BEA 88, tackle WOL 21",
        "BEA 12 to BEA 88, incomplete",
        "BEA 12 sacked, tackle WOL 54",
        "BEA 22 sweep, out of bounds",
        "BEA 12 to BEA 88, touchdown",
        "Kicked try",
        "Kickoff, ball to Wolves",
        "WOL 7, intercepted by BEA 88, tackle WOL 54",
        "Fumble BEA 22, to WOL 54",
    ]


def test_points_by_quarters_leave_open_what_has_not_begun():
    score = table(score_sheet_of(games.short()), "Score")
    # Four timeouts a half (HEFL-CLK-03), of which none was taken; the book has no challenges.
    assert score.rows[0] == ("Bears", "7", "0", "", "", "7", "", "4", "", "")
    assert score.rows[1] == ("Wolves", "0", "0", "", "", "0", "", "4", "", "")


def test_timeouts_and_challenges_that_are_left_stand_on_the_sheet():
    events = [
        Started("efhl", Team.AWAY),
        TimeoutTaken(Team.HOME),
        QuarterEnded(),
        TimeoutTaken(Team.HOME),
        QuarterEnded(),
        SeriesBegan(Team.HOME, x(30), 160.0),
        Challenged(Team.AWAY),
        ChallengeDecided(won=False),
    ]
    game = replace(games.played(journal(events)), rulebook=load_rulebook("efhl"))
    home, away = (row[-3:] for row in table(score_sheet_of(game), "Score").rows)
    # EFHL-TIM-05: three a half; EFHL-CHL-02, CHL-05: two challenges, a lost one costs a timeout.
    assert (home, away) == (("1", "3", "2"), ("3", "2", "1"))


def test_a_penalty_a_coach_s_word_and_a_flag_stand_on_the_sheet():
    doubt = Noted("unclear tackle A54 H22", "R", flagged=True)
    down = PlayEnded("tackle", Team.HOME, flagged=True)
    events = [*EVENTS[:3], doubt, DownRepeated(x(31), 160.0), down]
    written = journal(events).append(10**12, "coach", Noted("a hand was on the board"))
    rows = table(score_sheet_of(games.played(written)), "Quarter 1").rows
    assert [row[10] for row in rows] == ["", "", "-5", "", ""]
    assert rows[1][13] == "BEA 22, tackle WOL 54, to be reviewed"
    assert rows[3][13] == "To be reviewed"
    assert rows[4][13] == "A hand was on the board."


def test_a_penalty_in_place_of_a_play_says_what_it_was_for():
    before = journal(EVENTS[:4])
    why = "penalty of 5 yards against home, HEFL-PEN-01"
    written = before.append(10**12, "coach", OverturnEntry(4, why, DownRepeated(x(31), None)))
    sheet = score_sheet_of(games.played(written))
    row = table(sheet, "Quarter 1").rows[2]
    assert (row[10], row[13]) == ("-5", "Penalty of 5 yards against home, HEFL-PEN-01")
    teams = {row[0]: row[1:] for row in table(sheet, "Teams").rows}
    assert teams["Penalties for yards"] == ("1 for 5", "0 for 0")


def test_a_game_that_has_not_begun_says_so():
    sheet = score_sheet_of(games.empty())
    assert "The game has not begun." in sheet.lines
    assert table(sheet, "Quarter 1").rows[0][-1] == NOTHING
    assert [each.title for each in sheet.tables] == ["Score", "Quarter 1"]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", [games.empty, games.short, games.long])
def test_every_word_is_on_the_paper_inside_its_margins(paper, game):
    sheet = score_sheet_of(game())
    texts = [text for page in shown(pdf_bytes(sheet, paper)) for text in page]
    width_mm, height_mm = PAPERS[paper]
    for x_mm, y_mm, wide_mm, _ in texts:
        assert x_mm >= MARGIN_MM - 0.01
        assert 0.0 < y_mm < height_mm - MARGIN_MM
        assert x_mm + wide_mm <= width_mm - MARGIN_MM + 0.1
    words = " ".join(text for *_, text in texts)
    for each in sheet.tables:
        for row in each.rows:
            for cell in row:
                assert all(word in words for word in cell.split())


def test_a_long_game_numbers_its_pages_and_repeats_its_columns():
    data = pdf_bytes(score_sheet_of(games.long()), "a4")
    pages = [[text for *_, text in page] for page in shown(data)]
    assert len(pages) > 2
    for number, texts in enumerate(pages, start=1):
        assert f"Wolves at Bears · page {number} of {len(pages)}" in texts
    quarters = {f"Quarter {number}, continued" for number in range(1, 5)}
    going_on = [texts for texts in pages if quarters & set(texts)]
    assert going_on
    assert all("Yard line" in texts for texts in going_on)
    assert pdf_bytes(score_sheet_of(games.long()), "a4") == data


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", [games.short, games.long])
def test_under_a_table_s_title_stand_its_labels_and_a_row_on_the_same_page(paper, game):
    sheet = score_sheet_of(game())
    titles = {table.title for table in sheet.tables}
    seen = set()
    for page in shown(pdf_bytes(sheet, paper)):
        for _, at_mm, _, title in page:
            if title in titles:
                below = {round(y_mm, 1) for _, y_mm, _, _ in page if MARGIN_MM < y_mm < at_mm - 0.1}
                assert len(below) >= 2
                seen.add(title)
    assert seen == titles


@pytest.mark.parametrize("name", ["Ščăst Łódź", "Απόλλων", "Сокол Ёлка", "Wölves & Söns", "ßÆÞ"])
def test_names_of_other_alphabets_are_printed_letter_by_letter(name):
    names = {Team.HOME: name, Team.AWAY: "Wolves"}
    sheet = score_sheet_of(replace(games.short(), names=names, title=f"Wolves at {name}"))
    texts = [text for page in shown(pdf_bytes(sheet, "a4")) for *_, text in page]
    assert f"Wolves at {name}" in texts
    assert name in texts


def test_a_letter_that_the_font_does_not_have_is_a_question_mark():
    sheet = score_sheet_of(replace(games.short(), title="東京 at Bears"))
    first, *_ = shown(pdf_bytes(sheet, "a4"))
    assert first[0][3] == "?? at Bears"


def test_a_word_that_is_too_long_is_cut_and_a_line_that_is_too_long_is_broken():
    names = {Team.HOME: "B" * 60, Team.AWAY: "Wolves"}
    sheet = score_sheet_of(replace(games.short(), names=names, title="so many words " * 20))
    texts = [text for page in shown(pdf_bytes(sheet, "a4")) for text in page]
    assert max(x_mm + wide_mm for x_mm, _, wide_mm, _ in texts) <= 200.1
    assert "".join(text for *_, text in texts).count("B") >= 60


class Cells(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open, self.texts, self.tags = "", [], []

    def handle_starttag(self, tag, attrs) -> None:
        self.tags.append(tag)

    def handle_data(self, data) -> None:
        self.texts.append(data)


def test_the_page_holds_every_cell_and_no_markup_of_others():
    names = {Team.HOME: "<script>Bears", Team.AWAY: "Wölves & Söns"}
    sheet = score_sheet_of(replace(games.short(), names=names, title="<b>bold</b>"))
    cells = Cells()
    cells.feed(page_of(sheet))
    assert "script" not in cells.tags
    assert "b" not in cells.tags
    for each in sheet.tables:
        assert all(cell in cells.texts for row in each.rows for cell in row if cell)


def test_a_page_for_the_live_server_has_no_style_of_its_own():
    page = page_of(score_sheet_of(games.empty()), style="/sheet.css", back="/")
    assert "<style" not in page
    assert 'href="/sheet.css"' in page


def test_paper_and_names_that_do_not_exist_are_refused(tmp_path):
    sheet = score_sheet_of(games.empty())
    with pytest.raises(BadValue, match="one of a4, letter"):
        pdf_bytes(sheet, "a5")
    with pytest.raises(BadValue, match=r"ends in \.pdf"):
        write_pdf(tmp_path / "sheet.png", sheet, "a4")
    assert list(tmp_path.iterdir()) == []
