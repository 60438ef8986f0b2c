"""One viewer's line: pictures as fast as they are acknowledged, the state twenty times a second."""

from __future__ import annotations

import asyncio
import contextlib

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from referee.web import feed
from referee.web.pump import FramePump
from referee.web.shown import Choices, ShownBoard

STATE_EVERY_S = 0.05
PREPARING_EVERY_S = 0.15
# One picture on its way and one being shown; a browser that is slower skips frames.
IN_FLIGHT = 2


class Viewer:
    """Talks to one WebSocket until it or the board goes away."""

    def __init__(
        self, socket: WebSocket, board: ShownBoard, pump: FramePump, choices: Choices
    ) -> None:
        self._socket = socket
        self._board = board
        self._pump = pump
        self._choices = choices
        self._credit = asyncio.Semaphore(IN_FLIGHT)

    async def serve(self) -> None:
        """Everything the viewer sees, from the start-up to the end."""
        async with asyncio.TaskGroup() as group:
            listening = group.create_task(self._listen())
            telling = group.create_task(self._tell())
            await asyncio.wait({listening, telling}, return_when=asyncio.FIRST_COMPLETED)
            listening.cancel()
            telling.cancel()
        if self._socket.client_state is WebSocketState.CONNECTED:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await self._socket.close()

    async def _listen(self) -> None:
        """Every message is an acknowledgement: one more picture may be sent."""
        try:
            while True:
                await self._socket.receive_text()
                self._credit.release()
        except (WebSocketDisconnect, KeyError):
            return

    async def _tell(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await self._tell_start()
            if self._board.lost is None:
                async with asyncio.TaskGroup() as group:
                    states = group.create_task(self._tell_states())
                    pictures = group.create_task(self._tell_pictures())
                    await states
                    pictures.cancel()
            await self._socket.send_json(feed.lost(self._board.lost or "the page was closed"))

    async def _tell_start(self) -> None:
        while self._board.ready is None and self._board.lost is None:
            await self._socket.send_json(feed.preparing(self._board.preparing))
            await asyncio.sleep(PREPARING_EVERY_S)
        if self._board.ready is not None:
            choices = self._choices
            about = feed.about(self._board.ready, choices.offences, choices.defences)
            await self._socket.send_json(about)

    async def _tell_states(self) -> None:
        told = 0
        while self._board.lost is None:
            tick, ready = self._board.tick, self._board.ready
            if tick is not None and ready is not None:
                news = self._board.happenings_after(told)
                told = news[-1][0] if news else told
                values = feed.state(tick, ready.start_ns, self._board.now_ns, news)
                await self._socket.send_json(values)
            await asyncio.sleep(STATE_EVERY_S)

    async def _tell_pictures(self) -> None:
        bell, last = self._pump.join(), 0
        try:
            while True:
                await self._credit.acquire()
                shown = self._pump.newest
                while shown is None or shown.sequence == last:
                    bell.clear()
                    shown = self._pump.newest
                    if shown is None or shown.sequence == last:
                        await bell.wait()
                        shown = self._pump.newest
                last = shown.sequence
                note, ready = self._board.note_of(last), self._board.ready
                if note is None or ready is None:
                    self._credit.release()
                    continue
                head = feed.frame_head(note, ready, self._board.now_ns)
                await self._socket.send_bytes(feed.packed(head, shown.jpeg))
        finally:
            self._pump.leave(bell)
