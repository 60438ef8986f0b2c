"""Words for the referee from another program, such as one that recognises speech, or from a field.

It posts what was said and how sure it is, with the token of a paired device; what takes the power
away needs no pairing, as everywhere.
"""

from __future__ import annotations

from fastapi import FastAPI
from pydantic import BaseModel, ConfigDict, Field

from referee.night.input.spoken_commands import LONGEST, STOPS, SpokenContext, command_from_words
from referee.night.interface import NightInterface
from referee.web.night.command_answer import answer_of, running_night
from referee.web.server.page_access import PageAccess
from referee.web.server.page_app import JsonValues, PageToken, check_token

UNPAIRED = "This program is not paired: it may stop the board, no more."


class SpokenWords(BaseModel):
    """What was recognised, and how sure that is."""

    model_config = ConfigDict(extra="forbid", strict=True)

    words: str = Field(min_length=1, max_length=LONGEST)
    certainty: float = Field(default=1.0, ge=0.0, le=1.0)


def add_spoken(app: FastAPI, access: PageAccess, desk: NightInterface) -> None:
    """Add the route to an application behind the guard."""

    @app.post("/spoken")
    async def spoken(said: SpokenWords, x_referee_token: PageToken = "") -> JsonValues:
        about, now = running_night(desk)
        at = SpokenContext(about.roster, now.notice.team)
        command = command_from_words(said.words, at, said.certainty)
        if not isinstance(command, STOPS):
            check_token(access, x_referee_token, UNPAIRED)
        return await answer_of(desk, command)
