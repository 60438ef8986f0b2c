"""The page, open: served as `referee play` serves it, to a process that takes every picture."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from referee.night.interface import NightInterface
from referee.review.source.live_game import LiveGame
from referee.web.night.night_app import night_app
from referee.web.night.score_sheet import add_sheet
from referee.web.review.review_page import add_review
from referee.web.server.page_access import LOOPBACK, PageAccess
from referee.web.server.page_server import claim_ports, server_config

PICTURE_PX = 960
START_S, CLOSE_S = 10.0, 5.0
# A browser that shows what comes: it asks for the next picture as soon as it has one.
VIEWER = """
import sys
from websockets.sync.client import connect

with connect(sys.argv[1], origin=sys.argv[2], max_size=None) as line:
    for said in line:
        if isinstance(said, bytes):
            line.send(sys.argv[3])
"""


@contextmanager
def page_open(desk: NightInterface) -> Iterator[None]:
    """Serve the night's page, and let one browser look at it."""
    with page_served(desk):
        yield


@contextmanager
def page_served(
    desk: NightInterface, lan: str | None = None, game: Path | None = None
) -> Iterator[PageAccess]:
    """The page of a night with a browser that looks at it; with ``lan`` for the house too.

    ``game`` is the folder that is kept: then review and score sheet are there as well.
    """
    sockets = claim_ports(0, None if lan in {None, LOOPBACK} else lan)
    access = PageAccess(sockets[0].getsockname()[1], lan=lan)
    app = night_app(desk, access)
    if game is not None:
        add_review(app, access, LiveGame(desk))
        add_sheet(app, access, desk)
    server = uvicorn.Server(server_config(app))
    thread = threading.Thread(target=server.run, args=(list(sockets),), daemon=True)
    thread.start()
    host = f"{LOOPBACK}:{access.port}"
    words = [f"ws://{host}/night", f"http://{host}", str(PICTURE_PX)]
    viewer = subprocess.Popen([sys.executable, "-c", VIEWER, *words])  # noqa: S603 - our own words
    try:
        yield access
    finally:
        viewer.kill()
        viewer.wait(CLOSE_S)
        server.should_exit = True
        thread.join(CLOSE_S)
