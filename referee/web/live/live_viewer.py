"""One viewer's line: pictures as fast as they are acknowledged, the state twenty times a second."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Coroutine, Sequence

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from referee.web.live import live_feed
from referee.web.live.page_board import FormationChoices, PageBoard
from referee.web.server.frame_pump import FramePump

STATE_EVERY_S = 0.05
PREPARING_EVERY_S = 0.15
# One picture on its way and one being shown; a browser that is slower skips frames.
IN_FLIGHT = 2
MAX_DIGITS = 6


class LiveViewer:
    """Talks to one WebSocket until it or the board goes away."""

    def __init__(
        self, socket: WebSocket, board: PageBoard, pump: FramePump, choices: FormationChoices
    ) -> None:
        self._socket = socket
        self._board = board
        self._pump = pump
        self._choices = choices
        self._credit = asyncio.Semaphore(IN_FLIGHT)
        self._seat = pump.join()

    async def serve(self) -> None:
        """Everything the viewer sees, from the start-up to the end."""
        lines = [asyncio.create_task(while_there(part)) for part in (self._listen(), self._tell())]
        try:
            await asyncio.wait(lines, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._pump.leave(self._seat)
            await stop(lines)
        if self._socket.client_state is WebSocketState.CONNECTED:
            await while_there(self._socket.close())

    async def _listen(self) -> None:
        """Every message is an acknowledgement: one more picture may come, this many pixels wide."""
        while True:
            said = await self._socket.receive_text()
            if said.isascii() and said.isdigit() and len(said) < MAX_DIGITS:
                self._seat.width_px = int(said)
            self._credit.release()

    async def _tell(self) -> None:
        await self._tell_start()
        pictures = asyncio.create_task(while_there(self._tell_pictures()))
        try:
            await self._tell_states()
        finally:
            await stop([pictures])
        await self._socket.send_json(live_feed.lost(self._board.lost or "the page was closed"))

    async def _tell_start(self) -> None:
        while self._board.ready is None and self._board.lost is None:
            await self._socket.send_json(live_feed.preparing(self._board.preparing))
            await asyncio.sleep(PREPARING_EVERY_S)
        if self._board.ready is not None:
            await self._socket.send_json(live_feed.about(self._board.ready, self._choices))

    async def _tell_states(self) -> None:
        told = 0
        while self._board.lost is None:
            tick = self._board.tick
            if tick is not None:
                news = self._board.happenings_after(told)
                told = news[-1][0] if news else told
                values = live_feed.state(tick, self._board.now_ns, news)
                await self._socket.send_json(values)
            await asyncio.sleep(STATE_EVERY_S)

    async def _tell_pictures(self) -> None:
        last = 0
        while True:
            await self._credit.acquire()
            shown = await self._pump.newer(self._seat, last)
            last = shown.sequence
            note, ready = self._board.note_of(last), self._board.ready
            if note is None or ready is None:
                self._credit.release()
                continue
            head = live_feed.frame_head(note, ready, self._board.now_ns)
            await self._socket.send_bytes(live_feed.packed(head, shown.jpeg))


async def while_there(part: Coroutine[object, object, None]) -> None:
    """A viewer may go away at any moment; that ends his part and is no error."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, KeyError):
        await part


async def stop(tasks: Sequence[asyncio.Task[None]]) -> None:
    """End what a viewer was told with."""
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
