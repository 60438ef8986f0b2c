"""The live page as an application: a page, a line for pictures and states, two kinds of orders."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated

from fastapi import FastAPI, Header, HTTPException, WebSocket

from referee.core.clock import MS_NS
from referee.power.switch import PowerLost
from referee.sim.live.devices import SimulatedCamera
from referee.sim.live.process.messages import BoardOrder, PowerOrder, PowerVerb
from referee.sim.live.stepped_board import CoachOrder
from referee.web.enroll.enrolment_page import WISH, add_enrolment
from referee.web.live.board_enroller import BoardEnroller
from referee.web.live.live_orders import LiveCoachForm, LivePowerForm
from referee.web.live.live_viewer import LiveViewer
from referee.web.live.page_board import FormationChoices, PageBoard
from referee.web.server.frame_pump import FramePump
from referee.web.server.guarded_page import add_pair, check_of, guarded_app, serve_file
from referee.web.server.page_access import PageAccess

OPENING = frozenset({PowerVerb.OFF, PowerVerb.PANIC, PowerVerb.CLEAR})
STATIC = Path(__file__).parents[1] / "static"
FILES = {
    "": ("live.html", "text/html; charset=utf-8"),
    "live.css": ("live.css", "text/css; charset=utf-8"),
    "live.js": ("live.js", "text/javascript; charset=utf-8"),
    "orders.js": ("orders.js", "text/javascript; charset=utf-8"),
    "field.js": ("field.js", "text/javascript; charset=utf-8"),
    "picture.js": ("picture.js", "text/javascript; charset=utf-8"),
    "icon.svg": ("icon.svg", "image/svg+xml"),
}


class LivePresses:
    """Remembers the last "off", so that no older "on" undoes it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._off = -1

    def check(self, wish: LivePowerForm) -> None:
        """Refuse to close the switch for a press made before the last "off"."""
        with self._lock:
            if wish.verb in OPENING:
                self._off = max(self._off, wish.press)
            elif wish.press < self._off:
                raise HTTPException(409, "The board was switched off after that press.")


def live_app(board: PageBoard, access: PageAccess, choices: FormationChoices) -> FastAPI:
    """Everything behind the guard."""
    pump = FramePump(SimulatedCamera(board))

    @asynccontextmanager
    async def lifetime(_app: FastAPI) -> AsyncIterator[None]:
        yield
        pump.close()

    app, check = guarded_app(access, lifetime), check_of(access, WISH)
    add_pair(app, check)
    presses = LivePresses()

    def give(order: BoardOrder) -> dict[str, bool]:
        try:
            board.give(order)
        except PowerLost as error:
            raise HTTPException(503, str(error)) from None
        return {"done": True}

    @app.post("/power")
    def power(
        wish: LivePowerForm, x_referee_token: Annotated[str, Header()] = ""
    ) -> dict[str, bool]:
        check(x_referee_token)
        presses.check(wish)
        return give(PowerOrder(wish.verb, board.now_ns, wish.for_ms * MS_NS))

    @app.post("/coach")
    def coach(
        wish: LiveCoachForm, x_referee_token: Annotated[str, Header()] = ""
    ) -> dict[str, bool]:
        check(x_referee_token)
        for key, value, known in (
            ("offence", wish.offence, choices.offences),
            ("defence", wish.defence, choices.defences),
        ):
            if value is not None and value not in known:
                raise HTTPException(422, f"{key} is {value!r}; allowed: {', '.join(known)}")
        return give(CoachOrder(wish.verb, board.now_ns, wish.offence, wish.defence, wish.seed))

    @app.websocket("/feed")
    async def watch(socket: WebSocket) -> None:
        await socket.accept()
        await LiveViewer(socket, board, pump, choices).serve()

    add_enrolment(app, access, BoardEnroller(board))
    for name, (file, kind) in FILES.items():
        serve_file(app, f"/{name}", STATIC / file, kind)
    return app
