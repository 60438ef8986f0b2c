"""The enrolment view: the line-up's picture with outlines, both teams, and what is doubtful."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fastapi import FastAPI, Response

from referee.web.server.page_access import PageAccess
from referee.web.server.page_app import JsonValues, plain_page

FILES = ("enrolment.css", "enrolment.js", "enrolment_outlines.js")
UNPAIRED = "Open the printed address."


@dataclass(frozen=True)
class EnrolmentView:
    """What an enrolment found, as plain values, and the picture it looked at."""

    outcome: Mapping[str, object]
    jpeg: bytes


def enrolment_app(line_up: EnrolmentView, access: PageAccess) -> FastAPI:
    """The page behind the guard; it only shows."""
    app = plain_page(access, "enrolment.html", FILES, UNPAIRED)

    @app.get("/enrolment.json")
    def outcome() -> JsonValues:
        return dict(line_up.outcome)

    @app.get("/enrolment.jpg")
    def picture() -> Response:
        return Response(line_up.jpeg, media_type="image/jpeg")

    return app
