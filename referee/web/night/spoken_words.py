"""Words for the referee from another program, such as one that recognises speech, or from a field.

It posts what was said and how sure it is, with the token of a paired device; what takes the power
away needs no pairing, as everywhere.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import FastAPI, Header, HTTPException
from pydantic import BaseModel, ConfigDict, Field

from referee.core.errors import BadValue
from referee.night.input.spoken_commands import LONGEST, STOPS, SpokenContext, command_from_words
from referee.night.interface import NightInterface
from referee.web.night.command_answer import answer_of
from referee.web.server.page_access import PageAccess

NOT_PAIRED = "This program is not paired: it may stop the board, no more."


class SpokenWords(BaseModel):
    """What was recognised, and how sure that is."""

    model_config = ConfigDict(extra="forbid", strict=True)

    words: str = Field(min_length=1, max_length=LONGEST)
    certainty: float = Field(default=1.0, ge=0.0, le=1.0)


def add_spoken(app: FastAPI, access: PageAccess, desk: NightInterface) -> None:
    """The route on an app behind the guard."""

    @app.post("/spoken")
    async def spoken(
        said: SpokenWords, x_referee_token: Annotated[str, Header(max_length=200)] = ""
    ) -> dict[str, object]:
        about, now = desk.about, desk.snapshot
        if about is None or now is None:
            raise HTTPException(409, "The night has not begun.")
        try:
            at = SpokenContext(about.roster, now.notice.team)
            command = command_from_words(said.words, at, said.certainty)
        except BadValue as error:
            raise HTTPException(422, str(error)) from None
        if not isinstance(command, STOPS) and not access.holds(x_referee_token):
            raise HTTPException(403, NOT_PAIRED)
        orders = await answer_of(desk, command)
        if orders.refused:
            raise HTTPException(422, orders.refused)
        return {"done": True, "says": list(orders.says)}
