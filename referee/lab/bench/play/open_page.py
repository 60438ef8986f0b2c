"""The page, open: served as `referee play` serves it, to a process that takes every picture."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn

from referee.night.interface import NightInterface
from referee.web.night.night_app import night_app
from referee.web.server.page_access import PageAccess
from referee.web.server.page_server import claim_ports

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
    (listening,) = claim_ports(0, None)
    access = PageAccess(listening.getsockname()[1])
    config = uvicorn.Config(
        night_app(desk, access),
        log_level="error",
        access_log=False,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    host = f"127.0.0.1:{access.port}"
    words = [f"ws://{host}/night", f"http://{host}", str(PICTURE_PX)]
    viewer = subprocess.Popen([sys.executable, "-c", VIEWER, *words])  # noqa: S603 - our own words
    try:
        yield
    finally:
        viewer.kill()
        viewer.wait(CLOSE_S)
        server.should_exit = True
        thread.join(CLOSE_S)
