"""What the night says to a wish of a page; it answers between two frames."""

from __future__ import annotations

import asyncio

from fastapi import HTTPException

from referee.night.commands import Command
from referee.night.interface import NightInterface
from referee.night.night_output import NightOutput

ANSWER_S = 2.0


async def answer_of(desk: NightInterface, command: Command) -> NightOutput:
    """Wish for something, and wait for the answer as long as one should take."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[NightOutput] = loop.create_future()

    def reply(orders: NightOutput) -> None:
        loop.call_soon_threadsafe(_settle, answer, orders)

    desk.wish(command, reply)
    try:
        return await asyncio.wait_for(answer, ANSWER_S)
    except TimeoutError:
        raise HTTPException(504, "The referee does not answer: look at the board.") from None


def _settle(answer: asyncio.Future[NightOutput], orders: NightOutput) -> None:
    if not answer.done():
        answer.set_result(orders)
