"""The clicks page: the four corners of a field that the program did not find by itself."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import FastAPI, HTTPException, Response
from pydantic import BaseModel, Field

from referee.web.server.page_access import PageAccess
from referee.web.server.page_app import PageToken, check_token, one_at_a_time, plain_page

FILES = ("calibrating.css", "clicks.js")
UNPAIRED = "Open the printed address to calibrate."
CornerPx = tuple[float, float]
CORNER_NAMES = ("left and near", "right and near", "right and far", "left and far")


@dataclass(frozen=True)
class ClicksOutcome:
    """What came of four corners: whether they were good, a line, more lines, a picture (JPEG)."""

    good: bool
    title: str
    lines: tuple[str, ...]
    jpeg: bytes


SolveCorners = Callable[[Sequence[CornerPx]], ClicksOutcome]


class ClicksForm(BaseModel):
    """The corners in pixels of the picture, in the order of `CORNER_NAMES`."""

    corners: list[Annotated[list[float], Field(min_length=2, max_length=2)]] = Field(
        min_length=4, max_length=4
    )


class ClickTable:
    """The picture to be clicked on, what its clicks mean, and what came of them."""

    def __init__(
        self, jpeg: bytes, size_px: tuple[int, int], why: str, solve: SolveCorners
    ) -> None:
        self.jpeg, self.size_px, self.why = jpeg, size_px, why
        self._solve = solve
        self._busy = threading.Lock()
        self.outcome: ClicksOutcome | None = None

    def click(self, corners: Sequence[CornerPx]) -> ClicksOutcome:
        """Calibrate with these corners; one at a time."""
        width, height = self.size_px
        if not all(-0.5 <= x <= width and -0.5 <= y <= height for x, y in corners):
            raise HTTPException(422, "A corner lies outside the picture.")
        with one_at_a_time(self._busy, "It is calibrating; one moment."):
            self.outcome = self._solve(corners)
        return self.outcome


def clicks_app(table: ClickTable, access: PageAccess) -> FastAPI:
    """The page alone, behind the guard; whoever opens it may look."""
    app = plain_page(access, "clicks.html", FILES, UNPAIRED)
    add_clicks(app, access, lambda: table, paired_only=False)
    return app


def add_clicks(
    app: FastAPI,
    access: PageAccess,
    table_now: Callable[[], ClickTable | None],
    *,
    paired_only: bool,
    back: str = "",
) -> None:
    """The page's routes, for an application that stands behind the guard.

    ``back`` is the page it was opened from, if it was.
    """

    def table_for(token: str, *, looks: bool = True) -> ClickTable:
        if paired_only or not looks:
            check_token(access, token, UNPAIRED)
        table = table_now()
        if table is None:
            raise HTTPException(404, "There is no picture to click on.")
        return table

    @app.get("/clicks.json")
    def about(x_referee_token: PageToken = "") -> dict[str, object]:
        table = table_for(x_referee_token)
        about: dict[str, object] = {"size_px": list(table.size_px), "why": table.why}
        return about | {"corners": list(CORNER_NAMES), "back": back}

    @app.get("/clicks.jpg")
    def picture(x_referee_token: PageToken = "") -> Response:
        return Response(table_for(x_referee_token).jpeg, media_type="image/jpeg")

    @app.get("/outcome.jpg")
    def drawn(x_referee_token: PageToken = "") -> Response:
        table = table_for(x_referee_token)
        if table.outcome is None:
            raise HTTPException(404, "Nothing has been calibrated yet.")
        return Response(table.outcome.jpeg, media_type="image/jpeg")

    @app.post("/clicks")
    def click(clicks: ClicksForm, x_referee_token: PageToken = "") -> dict[str, object]:
        outcome = table_for(x_referee_token, looks=False).click([(x, y) for x, y in clicks.corners])
        return {"good": outcome.good, "title": outcome.title, "lines": list(outcome.lines)}
