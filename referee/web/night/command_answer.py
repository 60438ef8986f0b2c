"""What the night says to a command of a page; it answers between two frames."""

from __future__ import annotations

import asyncio

from fastapi import HTTPException

from referee.night.commands import Command
from referee.night.interface import NightInfo, NightInterface
from referee.night.night_output import NightOutput
from referee.night.screen.snapshot import Snapshot
from referee.web.server.page_app import JsonValues

ANSWER_S = 2.0


def running_night(desk: NightInterface) -> tuple[NightInfo, Snapshot]:
    """The night and its newest moment; a page that asks before the night runs is refused."""
    about, now = desk.about, desk.snapshot
    if about is None or now is None:
        raise HTTPException(409, "The night has not begun.")
    return about, now


async def answer_of(desk: NightInterface, command: Command) -> JsonValues:
    """Give a command and wait for what the night says; a refusal is answered with its reason."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[NightOutput] = loop.create_future()

    def reply(orders: NightOutput) -> None:
        loop.call_soon_threadsafe(_settle, answer, orders)

    desk.submit(command, reply)
    try:
        orders = await asyncio.wait_for(answer, ANSWER_S)
    except TimeoutError:
        raise HTTPException(504, "The referee does not answer: look at the board.") from None
    if orders.refused:
        raise HTTPException(422, orders.refused)
    return {"done": True, "says": list(orders.says)}


def _settle(answer: asyncio.Future[NightOutput], orders: NightOutput) -> None:
    if not answer.done():
        answer.set_result(orders)
