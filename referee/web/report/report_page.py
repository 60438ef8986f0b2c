"""The log for a report of a fault: given to a paired page only, and never sent anywhere."""

from __future__ import annotations

import base64
import threading
from collections.abc import Callable
from typing import Annotated

from fastapi import FastAPI
from pydantic import Field

from referee.web.server.page_access import PageAccess
from referee.web.server.page_app import (
    JsonValues,
    PageToken,
    StrictForm,
    check_token,
    one_at_a_time,
)

UNPAIRED = "Only the laptop and paired devices get the log."
FILE = "referee-report.zip"


class ReportForm(StrictForm):
    """Of which game; empty: of the night that runs."""

    game: Annotated[str, Field(max_length=255)] = ""


def add_report(app: FastAPI, access: PageAccess, make: Callable[[str], bytes]) -> None:
    """The route; ``make`` gives the zip for the name of a game, or refuses it."""
    busy = threading.Lock()

    @app.post("/report")
    def report(wanted: ReportForm, x_referee_token: PageToken = "") -> JsonValues:
        check_token(access, x_referee_token, UNPAIRED)
        with one_at_a_time(busy, "The log is being put together; one moment."):
            return {"name": FILE, "zip": base64.b64encode(make(wanted.game)).decode("ascii")}
