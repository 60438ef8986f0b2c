"""The clicks page: the four corners of a field that the program did not find by itself."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from fastapi import FastAPI, Header, HTTPException, Response
from pydantic import BaseModel, Field

from referee.core.errors import BadValue
from referee.web.server.guarded_page import add_pair, check_of, guarded_app, serve_file
from referee.web.server.page_access import PageAccess

STATIC = Path(__file__).parents[1] / "static"
HTML, CSS, JS = (f"text/{kind}; charset=utf-8" for kind in ("html", "css", "javascript"))
FILES = {
    "": ("clicks.html", HTML),
    "live.css": ("live.css", CSS),
    "calibrating.css": ("calibrating.css", CSS),
    "clicks.js": ("clicks.js", JS),
    "orders.js": ("orders.js", JS),
    "icon.svg": ("icon.svg", "image/svg+xml"),
}
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
        if not self._busy.acquire(blocking=False):
            raise HTTPException(423, "It is calibrating; one moment.")
        try:
            self.outcome = self._solve(corners)
        except BadValue as error:
            raise HTTPException(422, str(error)) from None
        finally:
            self._busy.release()
        return self.outcome


def clicks_app(table: ClickTable, access: PageAccess) -> FastAPI:
    """The page behind the guard."""
    app, check = guarded_app(access), check_of(access, "calibrate")
    add_pair(app, check)

    @app.get("/clicks.json")
    def about() -> dict[str, object]:
        return {"size_px": list(table.size_px), "why": table.why, "corners": list(CORNER_NAMES)}

    @app.get("/clicks.jpg")
    def picture() -> Response:
        return Response(table.jpeg, media_type="image/jpeg")

    @app.get("/outcome.jpg")
    def drawn() -> Response:
        if table.outcome is None:
            raise HTTPException(404, "Nothing has been calibrated yet.")
        return Response(table.outcome.jpeg, media_type="image/jpeg")

    @app.post("/clicks")
    def click(
        clicks: ClicksForm, x_referee_token: Annotated[str, Header()] = ""
    ) -> dict[str, object]:
        check(x_referee_token)
        outcome = table.click([(x, y) for x, y in clicks.corners])
        return {"good": outcome.good, "title": outcome.title, "lines": list(outcome.lines)}

    for name, (file, kind) in FILES.items():
        serve_file(app, f"/{name}", STATIC / file, kind)
    return app
