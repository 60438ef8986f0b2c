"""The hands at a simulated table, for pages: figures are set up, moved and turned by a press.

What a page says is about the figure that it shows at a place; whose figure really stands there is
the business of the hands.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Protocol

from fastapi import FastAPI, HTTPException
from pydantic import Field

from referee.core.geometry.pose import Pose
from referee.night.interface import NightInterface
from referee.web.night.command_answer import running_night
from referee.web.server.page_access import PageAccess
from referee.web.server.page_app import JsonValues, PageToken, StrictForm, check_token

UNPAIRED = "This page is not paired: it may watch and stop, no more."
HANDS_PATH = "/hands"
NO_HANDS = "Nobody at this table moves figures for a page."
# Farther than any board reaches, in mm.
FAR_MM = 5000.0
PlaceMm = Annotated[float, Field(ge=-FAR_MM, le=FAR_MM, allow_inf_nan=False)]


class TableHands(Protocol):
    """Somebody at the table who does what a page asks; both answer why not, empty: it is done."""

    def place(self, at_mm: tuple[float, float], to: Pose) -> str:
        """Put the figure near a place somewhere else, or turn it there."""

    def set_up(self) -> str:
        """Set both teams up for what comes next."""


class FigurePlaceForm(StrictForm):
    """Where a figure is shown, and where and how it shall stand."""

    x_mm: PlaceMm
    y_mm: PlaceMm
    to_x_mm: PlaceMm
    to_y_mm: PlaceMm
    heading_deg: Annotated[float, Field(ge=-360.0, le=360.0, allow_inf_nan=False)]


def add_hands(
    app: FastAPI, access: PageAccess, desk: NightInterface, hands: Callable[[], TableHands | None]
) -> None:
    """Add the routes to an application behind the guard; the hands come when the night runs."""

    def working(token: str) -> TableHands:
        check_token(access, token, UNPAIRED)
        running_night(desk)
        found = hands()
        if found is None:
            raise HTTPException(409, NO_HANDS)
        return found

    @app.post(HANDS_PATH)
    def place(wanted: FigurePlaceForm, x_referee_token: PageToken = "") -> JsonValues:
        to = Pose(wanted.to_x_mm, wanted.to_y_mm, wanted.heading_deg)
        return _done(working(x_referee_token).place((wanted.x_mm, wanted.y_mm), to))

    @app.post(f"{HANDS_PATH}/set-up")
    def set_up(x_referee_token: PageToken = "") -> JsonValues:
        return _done(working(x_referee_token).set_up())


def _done(why_not: str) -> JsonValues:
    if why_not:
        raise HTTPException(422, why_not)
    return {"done": True}
