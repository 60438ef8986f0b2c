"""The score sheet as a page that prints well, on A4 and on Letter."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from pathlib import Path

from referee.record.sheet.pdf import PAPERS
from referee.record.sheet.tables import ScoreSheet, ScoreSheetColumn, SheetTable

CSS_FILE = Path(__file__).with_name("sheet.css")
BROAD = 3  # columns


def page_of(
    sheet: ScoreSheet, *, style: str = "", back: str = "", pdf: str = "", picture: str = ""
) -> str:
    """The page. ``style`` is where the style sheet is; without one it is in the page itself.

    ``back`` leads to the game, ``pdf`` to the sheet for a printer and ``picture`` to one to be sent
    on, where there are such pages.
    """
    own = f"<style>{CSS_FILE.read_text(encoding='utf-8')}</style>"
    css = f'<link rel="stylesheet" href="{escape(style)}">' if style else own
    papers = {f"{pdf}?paper={paper}": f"PDF, {paper.title()}" for paper in PAPERS} if pdf else {}
    links = _links({back: "Back to the game", **papers, picture: "Picture, PNG"})
    lines = "".join(f"<p>{escape(line)}</p>" for line in sheet.lines)
    tables = "".join(_table(table) for table in sheet.tables)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Score sheet: {escape(sheet.title)}</title>{css}</head><body>{links}"
        f"<header><h1>{escape(sheet.title)}</h1>{lines}</header>"
        f"<main>{tables}</main></body></html>\n"
    )


def _links(named: Mapping[str, str]) -> str:
    links = " ".join(f'<a href="{escape(to)}">{escape(t)}</a>' for to, t in named.items() if to)
    return f'<nav class="back">{links}</nav>' if links else ""


def _table(table: SheetTable) -> str:
    # A column in which nothing stands takes the room of the words on a narrow screen.
    used = [k for k in range(len(table.columns)) if any(row[k] for row in table.rows)]
    columns = [table.columns[k] for k in used]
    # On a phone the rows of a broad table are read one below the other, each with its labels.
    many = ' class="many"' if len(used) > BROAD else ""
    head = "".join(_cell("th", column.label, column, ' scope="col"') for column in columns)
    rows = (
        "".join(
            _cell("td", row[k], table.columns[k], f' data-head="{escape(table.columns[k].label)}"')
            for k in used
        )
        for row in table.rows
    )
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return (
        f'<section><h2>{escape(table.title)}</h2><div class="wide">'
        f"<table{many}><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div></section>"
    )


def _cell(kind: str, text: str, column: ScoreSheetColumn, more: str = "") -> str:
    return f'<{kind} class="{column.align.value}"{more}>{escape(text)}</{kind}>'
