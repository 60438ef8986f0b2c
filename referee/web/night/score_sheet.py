"""The score sheet of the game that is being played: a page, and the same as a PDF to print."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from fastapi import FastAPI, Query, Response
from fastapi.responses import HTMLResponse

from referee.game.journal import Journal
from referee.night.interface import NightInterface
from referee.record.sheet.html import CSS_FILE, page_of
from referee.record.sheet.pdf import pdf_bytes
from referee.record.sheet.played_game import PlayedGame
from referee.record.sheet.score_sheet import score_sheet_of
from referee.record.sheet.tables import ScoreSheet
from referee.web.night.command_answer import running_night
from referee.web.server.page_files import serve_file

STYLE = "/sheet.css"
PDF = "application/pdf"
PaperName = Annotated[str, Query(max_length=10)]


def add_sheet(app: FastAPI, desk: NightInterface) -> None:
    """Add the routes of the score sheet to an application; reading needs no pairing."""

    def sheet_now() -> ScoreSheet:
        about, now = running_night(desk)
        played = PlayedGame(
            about.title,
            datetime.now().astimezone().date().isoformat(),
            about.rulebook,
            about.field,
            about.names,
            about.roster,
            Journal(now.entries),
        )
        return score_sheet_of(played)

    @app.get("/sheet", name="/sheet")
    def page() -> HTMLResponse:
        return HTMLResponse(page_of(sheet_now(), style=STYLE, back="/", pdf="/sheet.pdf"))

    @app.get("/sheet.pdf")
    def printed(paper: PaperName = "a4") -> Response:
        data = pdf_bytes(sheet_now(), paper)
        named = {"content-disposition": 'inline; filename="score-sheet.pdf"'}
        return Response(data, media_type=PDF, headers=named)

    serve_file(app, STYLE, CSS_FILE)
