"""Connections with limits and deadlines: the server's protocols, as `ConnectionLimits` allows."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from referee.web.server.connection_limits import ConnectionLimits, Guest

# From the first byte, or the answer before, until a request's header is whole.
HEADER_S = 5.0
# Until a stranger has taken an answer; a clip of a long play is made within two seconds.
ANSWER_S = 30.0
_NO_ROOM = (
    b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 29\r\n"
    b"content-type: text/plain\r\n\r\nToo many pages watch already."
)


def http_protocol(limits: ConnectionLimits) -> type[H11Protocol]:
    """The protocol of requests, with these limits."""

    class LimitedRequests(H11Protocol):
        """One connection: it is let in, has to ask in time, and may become a line."""

        _deadline: asyncio.TimerHandle | None = None
        _asking: bool | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            ends = limits.admit(transport, self._address)
            if isinstance(ends, asyncio.Transport):
                ends.abort()
            self._watch()

        def connection_lost(self, exc: Exception | None) -> None:
            self._no_deadline()
            limits.left(self.transport)
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._watch()

        def on_response_complete(self) -> None:
            super().on_response_complete()
            self._watch()

        def handle_websocket_upgrade(self, event: Any) -> None:
            if not limits.may_be_line(self.transport):
                self.transport.write(_NO_ROOM)
                self.transport.close()
                return
            super().handle_websocket_upgrade(event)

        @property
        def _address(self) -> str:
            return self.client[0] if self.client else ""

        def _watch(self) -> None:
            """Set the deadline of what this connection does now."""
            if self.transport.get_protocol() is not self or self.transport.is_closing():
                self._no_deadline()
                return
            cycle = self.cycle
            asking = cycle is not None and not cycle.response_complete
            if asking is self._asking:
                return
            self._no_deadline()
            self._asking = asking
            limits.asks(self.transport, asking)
            if not asking:
                self._deadline = self.loop.call_later(HEADER_S, self.transport.abort)
            elif limits.guest_at(self._address) is Guest.STRANGER:
                self._deadline = self.loop.call_later(ANSWER_S, self.transport.abort)

        def _no_deadline(self) -> None:
            if self._deadline is not None:
                self._deadline.cancel()
                self._deadline = None

    return LimitedRequests


def line_protocol(limits: ConnectionLimits) -> type[WebSocketsSansIOProtocol]:
    """The protocol of WebSockets, with these limits."""

    class LimitedLine(WebSocketsSansIOProtocol):
        """One line; its place is free once it ends."""

        def connection_lost(self, exc: Exception | None) -> None:
            limits.left(self.transport)
            super().connection_lost(exc)

    return LimitedLine
