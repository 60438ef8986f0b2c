"""The enrolment view: the line-up's picture with outlines, both teams, and what is doubtful."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Protocol

import cv2
import numpy as np
import numpy.typing as npt
from fastapi import FastAPI, Header, HTTPException, Response

from referee.core.errors import BadValue
from referee.web.server.guarded_page import add_pair, check_of, guarded_app, serve_file
from referee.web.server.page_access import PageAccess

STATIC = Path(__file__).parents[1] / "static"
FILES = {
    "enrolment.css": "text/css; charset=utf-8",
    "enrolment.js": "text/javascript; charset=utf-8",
}
SHARED = {
    "live.css": "text/css; charset=utf-8",
    "orders.js": "text/javascript; charset=utf-8",
    "icon.svg": "image/svg+xml",
}
QUALITY = 85
PAGE = "enrolment.html"
WISH = "take the switch"
HTML = "text/html; charset=utf-8"


@dataclass(frozen=True)
class EnrolmentView:
    """What an enrolment found, as plain values, and the picture it looked at."""

    outcome: Mapping[str, object]
    jpeg: bytes


def jpeg_of(image: npt.NDArray[np.uint8]) -> bytes:
    """A picture as the page shows it."""
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


class Enroller(Protocol):
    """Where line-ups come from."""

    @property
    def repeats(self) -> bool:
        """Whether it can look again."""

    def newest(self) -> EnrolmentView | None:
        """The last line-up, if there is one yet."""

    def look(self) -> EnrolmentView:
        """Look at the board now; a BadValue says why there is no line-up."""


class FixedEnroller:
    """A line-up that was enrolled before the page was opened."""

    repeats = False

    def __init__(self, line_up: EnrolmentView) -> None:
        self._line_up = line_up

    def newest(self) -> EnrolmentView:
        """The line-up."""
        return self._line_up

    def look(self) -> EnrolmentView:
        """There is no camera to look again with."""
        raise BadValue("the line-up", "already enrolled", "`referee enroll` with a new picture")


def enrolment_app(line_up: EnrolmentView, access: PageAccess) -> FastAPI:
    """The view alone, behind the guard."""
    app = guarded_app(access)
    add_enrolment(app, access, FixedEnroller(line_up))
    serve_file(app, "/", STATIC / PAGE, HTML)
    for name, kind in SHARED.items():
        serve_file(app, f"/{name}", STATIC / name, kind)

    add_pair(app, check_of(access, WISH))
    return app


def add_enrolment(app: FastAPI, access: PageAccess, enroller: Enroller) -> None:
    """The view's routes, for an application that stands behind the guard."""
    busy, check = threading.Lock(), check_of(access, WISH)

    @app.get("/enrolment.json")
    def newest() -> dict[str, object]:
        found = enroller.newest()
        outcome = None if found is None else dict(found.outcome)
        return {"repeats": enroller.repeats, "outcome": outcome}

    @app.get("/enrolment.jpg")
    def picture() -> Response:
        found = enroller.newest()
        if found is None:
            raise HTTPException(404, "No line-up has been looked at yet.")
        return Response(found.jpeg, media_type="image/jpeg")

    @app.post("/enrolment")
    def look(x_referee_token: Annotated[str, Header()] = "") -> dict[str, bool]:
        check(x_referee_token)
        if not busy.acquire(blocking=False):
            raise HTTPException(423, "The line-up is being looked at; one moment.")
        try:
            enroller.look()
        except BadValue as error:
            raise HTTPException(422, str(error)) from None
        finally:
            busy.release()
        return {"done": True}

    serve_file(app, "/enrolment", STATIC / PAGE, HTML)
    for name, kind in FILES.items():
        serve_file(app, f"/{name}", STATIC / name, kind)
