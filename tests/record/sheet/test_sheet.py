"""The score sheet: its columns say what the game was, on every paper, with nothing lost."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from referee.core.errors import BadValue
from referee.core.roster import Team
from referee.game.events import DownRepeated, Noted, PlayEnded
from referee.game.journal import Verdict
from referee.record.sheet.build import NOTHING, sheet_of
from referee.record.sheet.html import page_of
from referee.record.sheet.letters import width_mm, wrapped
from referee.record.sheet.paper import MARGIN_MM, PAPERS, pdf_bytes, write_pdf
from tests.game.nights import EVENTS, journal, x
from tests.record.sheet import games

POINT = 72 / 25.4
SHOWN = re.compile(rb"BT /F\d ([\d.]+) Tf ([-\d.]+) ([-\d.]+) Td \((.*?)\) Tj ET")


def table(sheet, title):
    return next(each for each in sheet.tables if each.title == title)


def shown(data: bytes) -> list[tuple[float, float, str]]:
    """Every text of a PDF with where it stands."""
    return [
        (float(m[2]), float(m[3]), m[4].decode("cp1252").replace("\\(", "(").replace("\\)", ")"))
        for m in SHOWN.finditer(data)
    ]


def test_the_columns_are_filled_as_a_person_would():
    quarter = table(sheet_of(games.short()), "Quarter 1")
    rows = [row[:13] for row in quarter.rows]
    blank = ("",) * 3
    assert rows[0] == ("X", "WOL", "kickoff", "", "", "", "", "57", "", "22", *blank)
    assert rows[1] == ("1", "BEA", "1st & 10", "own 30", "6", *[""] * 8)
    assert rows[2] == ("2", "BEA", "2nd & 4", "own 36", "", "", "14", *[""] * 6)
    assert rows[4] == ("4", "BEA", "2nd & 10", "50", "", "", "-5", *[""] * 6)
    assert rows[6] == ("6", "BEA", "1st & 10", "opp. 40", "", "", "40", *[""] * 5, "6")
    assert rows[9] == ("7", "WOL", "1st & 10", "own 20", "", "", "0", *[""] * 4, "5", "")


def test_remarks_name_who_had_part_in_it():
    quarter = table(sheet_of(games.short()), "Quarter 1")
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
    score = table(sheet_of(games.short()), "Score")
    assert score.rows[0] == ("Bears", "7", "0", "", "", "7", "", "", "", "")
    assert score.rows[1] == ("Wolves", "0", "0", "", "", "0", "", "", "", "")


def test_a_penalty_a_coach_s_word_and_a_flag_stand_on_the_sheet():
    doubt = Noted("unclear tackle A54 H22", "R", flagged=True)
    down = PlayEnded("tackle", Team.HOME, flagged=True)
    events = [*EVENTS[:3], doubt, DownRepeated(x(31), 160.0), down]
    written = journal(events).append(10**12, "coach", Noted("a hand was on the board"))
    rows = table(sheet_of(games.played(written)), "Quarter 1").rows
    assert [row[10] for row in rows] == ["", "", "-5", "", ""]
    assert rows[1][13] == "BEA 22, tackle WOL 54, to be reviewed"
    assert rows[3][13] == "To be reviewed"
    assert rows[4][13] == "A hand was on the board."


def test_a_penalty_in_place_of_a_play_says_what_it_was_for():
    before = journal(EVENTS[:4])
    why = "penalty of 5 yards against home, HEFL-PEN-01"
    written = before.append(10**12, "coach", Verdict(4, why, DownRepeated(x(31), None)))
    sheet = sheet_of(games.played(written))
    row = table(sheet, "Quarter 1").rows[2]
    assert (row[10], row[13]) == ("-5", "Penalty of 5 yards against home, HEFL-PEN-01")
    teams = {row[0]: row[1:] for row in table(sheet, "Teams").rows}
    assert teams["Penalties for yards"] == ("1 for 5", "0 for 0")


def test_a_game_that_has_not_begun_says_so():
    sheet = sheet_of(games.empty())
    assert "The game has not begun." in sheet.lines
    assert table(sheet, "Quarter 1").rows[0][-1] == NOTHING
    assert [each.title for each in sheet.tables] == ["Score", "Quarter 1"]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", [games.empty, games.short, games.long])
def test_every_word_is_on_the_paper_inside_its_margins(paper, game):
    sheet = sheet_of(game())
    texts = shown(pdf_bytes(sheet, paper))
    width, height = PAPERS[paper]
    for x_pt, y_pt, text in texts:
        assert x_pt >= MARGIN_MM * POINT - 0.01
        assert 0.0 < y_pt < height * POINT
        assert x_pt / POINT + width_mm(text, 6.0) <= width - MARGIN_MM + 0.1
    words = " ".join(text for *_, text in texts)
    for each in sheet.tables:
        for row in each.rows:
            for cell in row:
                assert all(word in words for word in cell.split())


def test_a_long_game_numbers_its_pages_and_repeats_its_columns():
    data = pdf_bytes(sheet_of(games.long()), "a4")
    texts = [text for *_, text in shown(data)]
    count = data.count(b"/Type /Page ")
    assert count > 2
    assert [f"Wolves at Bears · page {n} of {count}" in texts for n in range(1, count + 1)] == [
        True
    ] * count
    assert texts.count("Yard line") >= count - 2
    assert pdf_bytes(sheet_of(games.long()), "a4") == data


def test_the_cross_reference_table_of_a_pdf_points_at_its_objects():
    data = pdf_bytes(sheet_of(games.short()), "letter")
    start = int(data.rsplit(b"startxref\n", 1)[1].split()[0])
    assert data[start:].startswith(b"xref\n")
    offsets = [int(line[:10]) for line in data[start:].split(b"\n")[3:] if line.endswith(b" n ")]
    for number, offset in enumerate(offsets, start=1):
        assert data[offset:].startswith(b"%d 0 obj" % number)


def test_letters_are_as_wide_as_the_standard_says():
    assert width_mm("Wi", 72.0) == pytest.approx((944 + 222) / 1000 * 25.4)
    assert width_mm("é", 10.0) == width_mm("e", 10.0)
    assert wrapped("one two", 72.0, width_mm("one ", 72.0)) == ["one", "two"]
    assert wrapped("", 9.0, 10.0) == [""]
    assert "".join(wrapped("x" * 40, 9.0, 10.0)) == "x" * 40


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
    sheet = sheet_of(replace(games.short(), names=names, title="<b>bold</b>"))
    cells = Cells()
    cells.feed(page_of(sheet))
    assert "script" not in cells.tags
    assert "b" not in cells.tags
    for each in sheet.tables:
        assert all(cell in cells.texts for row in each.rows for cell in row if cell)


def test_a_page_for_the_live_server_has_no_style_of_its_own():
    page = page_of(sheet_of(games.empty()), style="/sheet.css", back="/")
    assert "<style" not in page
    assert 'href="/sheet.css"' in page


def test_paper_and_names_that_do_not_exist_are_refused(tmp_path):
    sheet = sheet_of(games.empty())
    with pytest.raises(BadValue, match="one of a4, letter"):
        pdf_bytes(sheet, "a5")
    with pytest.raises(BadValue, match=r"ends in \.pdf"):
        write_pdf(tmp_path / "sheet.png", sheet, "a4")
    assert list(tmp_path.iterdir()) == []
