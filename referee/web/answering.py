"""What the night says to a wish of a page; it answers between two frames."""

from __future__ import annotations

import asyncio

from fastapi import HTTPException

from referee.play.commands import Command
from referee.play.desk import Desk
from referee.play.orders import Orders

ANSWER_S = 2.0


async def answered(desk: Desk, command: Command) -> Orders:
    """Wish for something, and wait for the answer as long as one should take."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[Orders] = loop.create_future()

    def reply(orders: Orders) -> None:
        loop.call_soon_threadsafe(_settle, answer, orders)

    desk.wish(command, reply)
    try:
        return await asyncio.wait_for(answer, ANSWER_S)
    except TimeoutError:
        raise HTTPException(504, "The referee does not answer: look at the board.") from None


def _settle(answer: asyncio.Future[Orders], orders: Orders) -> None:
    if not answer.done():
        answer.set_result(orders)
