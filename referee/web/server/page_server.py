"""Serving the page to this machine, or to the house, until Ctrl-C."""

from __future__ import annotations

import contextlib
import errno
import socket
from collections.abc import Callable, Sequence

import uvicorn
from fastapi import FastAPI

from referee.core.errors import BadValue
from referee.web.server.connection_limits import ConnectionLimits
from referee.web.server.limited_server import http_protocol, line_protocol
from referee.web.server.page_access import LOOPBACK

GRACE_S = 1
# Connections that wait to be taken; they are taken together, and each needs a file.
BACKLOG = 64


def claim_ports(port: int, lan: str | None) -> tuple[socket.socket, ...]:
    """Listening sockets on the loopback address and, if asked for, in the home network."""
    own = claim_port(port)
    if lan is None:
        return (own,)
    try:
        return own, claim_port(own.getsockname()[1], lan)
    except BadValue:
        own.close()
        raise


def claim_port(port: int, address: str = LOOPBACK) -> socket.socket:
    """A listening socket on this machine's own address, or one sentence why not."""
    if not 0 <= port <= 65535:
        raise BadValue("port", port, "0 to 65535 (0 takes a free one)")
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # Windows would let two programs share a port
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((address, port))
        listening.listen(BACKLOG)
    except OSError as error:
        listening.close()
        why = "in use by another program" if error.errno in _TAKEN else str(error.strerror).lower()
        other = port + 1 if port < 65535 else 8620
        sentence = f"port {port} is {why}. Try --port {other}, or --port 0 for any free one"
        raise BadValue("port", port, "a free port", sentence=sentence) from None
    return listening


def serve(
    app: FastAPI, listening: socket.socket | Sequence[socket.socket], started: Callable[[], None]
) -> None:
    """Answer requests until Ctrl-C."""
    server = _PageServer(server_config(app), started)
    sockets = [listening] if isinstance(listening, socket.socket) else list(listening)
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=sockets)


def server_config(app: FastAPI) -> uvicorn.Config:
    """How pages are served: nobody may hold more than its share, and everything in time."""
    limits = getattr(app.state, "limits", None) or ConnectionLimits()
    return uvicorn.Config(
        app,
        log_config=None,  # what goes wrong is logged where everything is
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,  # nobody stands between: an address is the sender's own
        backlog=BACKLOG,
        http=http_protocol(limits),
        ws=line_protocol(limits),
        ws_max_size=1024,
        ws_per_message_deflate=False,  # pictures are JPEG: packing them again only takes time
        timeout_graceful_shutdown=GRACE_S,
    )


class _PageServer(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._say_started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._say_started()


_TAKEN = {errno.EADDRINUSE, errno.EACCES, getattr(errno, "WSAEADDRINUSE", errno.EADDRINUSE)}
