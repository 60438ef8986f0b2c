"""The guard before every page: it refuses requests under other names and from other sites."""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from referee.web.server.page_access import PageAccess

SAFE_METHODS = frozenset({"GET", "HEAD"})
MAX_BODY_BYTES = 4096
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

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        why = self._refusal(scope)
        if why is None:
            await self._app(scope, receive, _with_headers(send))
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
        if int(headers.get("content-length") or 0) > MAX_BODY_BYTES:
            return f"Nothing larger than {MAX_BODY_BYTES} bytes is taken."
        if headers.get("transfer-encoding"):
            return "The request must say how long it is."
        return None


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).update(HEADERS)
        await send(message)

    return sending
