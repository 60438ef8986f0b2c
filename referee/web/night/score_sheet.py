"""The score sheet of the game that is being played: a page, a PDF to print, a picture."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from fastapi import FastAPI, Query, Request, Response
from fastapi.responses import HTMLResponse

from referee.game.journal import Journal
from referee.night.interface import NightInterface
from referee.record.sheet.html import CSS_FILE, page_of
from referee.record.sheet.pdf import pdf_bytes
from referee.record.sheet.picture import picture_bytes
from referee.record.sheet.played_game import PlayedGame
from referee.record.sheet.score_sheet import score_sheet_of
from referee.record.sheet.tables import ScoreSheet
from referee.web.night.command_answer import running_night
from referee.web.server.page_access import PageAccess
from referee.web.server.page_files import serve_file
from referee.web.server.slow_answers import SlowAnswers

STYLE = "/sheet.css"
PDF, PNG = "application/pdf", "image/png"
PICTURE = "/sheet.png"
PaperName = Annotated[str, Query(max_length=10)]


def add_sheet(app: FastAPI, access: PageAccess, desk: NightInterface) -> None:
    """Add the routes of the score sheet to an application; reading needs no pairing."""

    slow = SlowAnswers(access.limits, lambda: desk.snapshot is not None and desk.snapshot.power)

    def entries() -> int:
        return len(running_night(desk)[1].entries)

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
    async def page(request: Request) -> HTMLResponse:
        def made() -> bytes:
            return page_of(
                sheet_now(), style=STYLE, back="/", pdf="/sheet.pdf", picture=PICTURE
            ).encode()

        return HTMLResponse(await slow.answer(request, ("sheet", entries()), made))

    @app.get("/sheet.pdf")
    async def printed(request: Request, paper: PaperName = "a4") -> Response:
        key = ("sheet.pdf", paper, entries())
        data = await slow.answer(request, key, lambda: pdf_bytes(sheet_now(), paper))
        named = {"content-disposition": 'inline; filename="score-sheet.pdf"'}
        return Response(data, media_type=PDF, headers=named)

    @app.get(PICTURE)
    async def drawn(request: Request) -> Response:
        key = (PICTURE, entries())
        data = await slow.answer(request, key, lambda: picture_bytes(sheet_now()))
        return Response(data, media_type=PNG, headers=named_picture())

    serve_file(app, STYLE, CSS_FILE)


def named_picture() -> dict[str, str]:
    """The name under which a browser keeps the picture."""
    return {"content-disposition": 'inline; filename="score-sheet.png"'}
