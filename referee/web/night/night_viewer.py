"""One page's line to a night: pictures as fast as it takes them, moments 15 times a second."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Sequence

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from referee.night.interface import NightInfo, NightInterface
from referee.web.night import night_json
from referee.web.night.night_camera import NightCamera
from referee.web.night.page_updates import PageUpdates, SpokenLines
from referee.web.night.play_log import PlayLog
from referee.web.night.snapshot_json import snapshot_json
from referee.web.server.frame_pump import FramePump, PictureViewer

MOMENT_EVERY_S = 1 / 15
STARTING_EVERY_S = 0.15
# One picture on its way and one being shown; a browser that is slower skips frames.
IN_FLIGHT = 2
MAX_DIGITS = 6


class NightViewer:
    """Talks to one WebSocket until it goes away; a page without pictures asks for none."""

    def __init__(
        self,
        socket: WebSocket,
        desk: NightInterface,
        eyes: NightCamera,
        pump: FramePump,
        spoken: SpokenLines,
        logs: Callable[[NightInfo], PlayLog],
        pages: night_json.LinkedPages,
    ) -> None:
        self._socket, self._desk, self._eyes = socket, desk, eyes
        self._pump, self._spoken, self._logs, self._pages = pump, spoken, logs, pages
        self._credit = asyncio.Semaphore(IN_FLIGHT)
        self._seat: PictureViewer | None = None
        self._failures: tuple[str, ...] = ()

    async def serve(self, *, pictures: bool) -> None:
        """Everything the page sees, from the start of the night on."""
        tasks = [self._listen(), self._tell()]
        if pictures:
            self._seat = self._pump.join()
            tasks.append(self._tell_pictures(self._seat))
        lines = [asyncio.create_task(_while_there(task)) for task in tasks]
        try:
            await asyncio.wait(lines, return_when=asyncio.FIRST_COMPLETED)
        finally:
            if self._seat is not None:
                self._pump.leave(self._seat)
            await _stop(lines)
        if self._socket.client_state is WebSocketState.CONNECTED:
            await _while_there(self._socket.close())

    async def _listen(self) -> None:
        """Every message is an acknowledgement: one more picture may come, this many pixels wide."""
        while True:
            said = await self._socket.receive_text()
            if self._seat is None:
                continue
            if said.isascii() and said.isdigit() and len(said) < MAX_DIGITS:
                self._seat.width_px = int(said)
            self._credit.release()

    async def _tell(self) -> None:
        about = await self._tell_start()
        news = PageUpdates(about, self._spoken, self._logs(about))
        while True:
            now = self._desk.snapshot
            if now is not None:
                values = snapshot_json(now, about, self._desk.now_ns) | {"news": news.since(now)}
                await self._socket.send_json(values)
            await self._tell_failures()
            await asyncio.sleep(MOMENT_EVERY_S)

    async def _tell_start(self) -> NightInfo:
        while True:
            doing, about = self._desk.doing, self._desk.about
            if about is not None and doing.done >= 1.0:
                await self._socket.send_json(night_json.about_night(about, self._pages))
                return about
            await self._socket.send_json(night_json.starting(doing))
            await self._tell_failures()
            await asyncio.sleep(STARTING_EVERY_S)

    async def _tell_failures(self) -> None:
        """All of them, whenever there is one more."""
        failures = self._desk.doing.failures
        if failures != self._failures:
            self._failures = failures
            await self._socket.send_json(night_json.failed(failures))

    async def _tell_pictures(self, seat: PictureViewer) -> None:
        last = 0
        while True:
            await self._credit.acquire()
            shown = await self._pump.newer(seat, last)
            last = shown.sequence
            about, now, shot = self._desk.about, self._desk.snapshot, self._eyes.shot_of(last)
            if shot is None or about is None:
                self._credit.release()
                continue
            state = None if now is None else now.state
            head = night_json.frame_head(shot, about, state, self._desk.now_ns)
            await self._socket.send_bytes(night_json.packed(head, shown.jpeg))


async def _while_there(part: Coroutine[object, object, None]) -> None:
    """A viewer may go away at any moment; its part ends, and that is no error."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, KeyError):
        await part


async def _stop(tasks: Sequence[asyncio.Task[None]]) -> None:
    """End what a viewer was told with."""
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
