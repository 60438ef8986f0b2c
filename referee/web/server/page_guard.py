"""The guard before every page: it refuses requests under other names and from other sites."""

from __future__ import annotations

import asyncio

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from referee.system_clock import clock_s
from referee.web.server.connection_limits import Guest
from referee.web.server.page_access import PageAccess
from referee.web.server.request_pace import RequestPace

SAFE_METHODS = frozenset({"GET", "HEAD"})
MAX_BODY_BYTES = 4096
# Of the laptop and of paired devices: house rules in which everything is changed take 45 kB.
PAIRED_BODY_BYTES = 65_536
BODY_S = 5.0
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cache-control": "no-store",
}


class PageGuard:
    """Wraps the whole application.

    The Host check stops a foreign name that was made to point at this machine (DNS rebinding); the
    Origin check stops another site's page from pressing buttons or listening in.
    """

    def __init__(self, app: ASGIApp, access: PageAccess) -> None:
        self._app = app
        self._access = access
        self._paces = RequestPace()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        why = self._refusal(scope)
        if why is None:
            self._note_paired(scope)
            await self._pace(scope)
            await self._app(scope, _in_time(receive), _with_headers(send))
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": why})
        else:
            answer = PlainTextResponse(why + "\n", status_code=403)
            await answer(scope, receive, _with_headers(send))

    def _refusal(self, scope: Scope) -> str | None:
        headers = Headers(scope=scope)
        if headers.get("host", "").lower() not in self._access.hosts:
            return "This page answers only to the address it printed."
        asks_only = scope["type"] == "http" and scope["method"] in SAFE_METHODS
        origin = headers.get("origin")
        if origin is None and not asks_only:
            return "The request does not say which page it comes from."
        if origin is not None and origin.lower() not in self._access.origins:
            return "The request comes from another page."
        length = int(headers.get("content-length") or 0)
        if length > MAX_BODY_BYTES:
            token = headers.get("x-referee-token", "")
            most = PAIRED_BODY_BYTES if self._access.holds(token) else MAX_BODY_BYTES
            if length > most:
                return f"Nothing larger than {most} bytes is taken."
        if headers.get("transfer-encoding"):
            return "The request must say how long it is."
        return None

    async def _pace(self, scope: Scope) -> None:
        """A stranger who asks too often waits; the laptop and paired devices never do."""
        client = scope.get("client")
        if client is None or self._access.limits.guest_at(client[0]) is not Guest.STRANGER:
            return
        pressing = scope["type"] == "http" and scope["method"] not in SAFE_METHODS
        wait_s = self._paces.wait_s(client[0], pressing, clock_s())
        if wait_s > 0.0:
            await asyncio.sleep(wait_s)

    def _note_paired(self, scope: Scope) -> None:
        """A device that shows its token has room kept for it from now on."""
        token = Headers(scope=scope).get("x-referee-token", "")
        client = scope.get("client")
        if token and client and self._access.holds(token):
            self._access.limits.shown_token(client[0])


def _in_time(receive: Receive) -> Receive:
    """A request's body has to come in time; what is heard after it may take its time."""
    until_s = clock_s() + BODY_S
    whole = False

    async def receiving() -> Message:
        nonlocal whole
        if whole:
            return await receive()
        async with asyncio.timeout(max(0.0, until_s - clock_s())):
            message = await receive()
        whole = message["type"] != "http.request" or not message.get("more_body", False)
        return message

    return receiving


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).update(HEADERS)
        await send(message)

    return sending
