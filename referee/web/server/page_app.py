"""What every page is built from: an application behind the guard, forms, and refusals."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, contextmanager
from typing import Annotated

from fastapi import FastAPI, Header, HTTPException, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict

from referee.core.errors import BadValue
from referee.web.server.page_access import PageAccess
from referee.web.server.page_files import SHARED_FILES, STATIC, serve_file, serve_static
from referee.web.server.page_guard import PageGuard

JsonValues = dict[str, object]
PageToken = Annotated[str, Header(max_length=200)]
# Of one refused request.
MOST_ERRORS, MOST_LETTERS = 20, 200
Lifespan = Callable[[FastAPI], AbstractAsyncContextManager[None]]


class StrictForm(BaseModel):
    """A value from a page: nothing unknown, nothing of another type."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def page_app(access: PageAccess, lifespan: Lifespan | None = None) -> FastAPI:
    """An application behind the guard, without routes; a BadValue of a route is its answer."""
    app = FastAPI(lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
    app.add_middleware(PageGuard, access=access)
    app.state.limits = access.limits

    @app.exception_handler(BadValue)
    def refuse(_request: object, error: Exception) -> Response:
        return JSONResponse({"detail": str(error)}, 422)

    @app.exception_handler(RequestValidationError)
    def misfit(_request: object, error: Exception) -> Response:
        wrong = error.errors() if isinstance(error, RequestValidationError) else ()
        return JSONResponse({"detail": [_plain_error(each) for each in wrong[:MOST_ERRORS]]}, 422)

    return app


def _plain_error(wrong: Mapping[str, object]) -> JsonValues:
    """What does not fit, without what came: that may be long, secret, or no text at all."""
    at = wrong.get("loc")
    place = [_plain(part) for part in at] if isinstance(at, tuple) else []
    # The one message of pydantic's that has the input in it.
    unknown = wrong.get("type") == "union_tag_invalid"
    words = "This is none of the things that may be asked." if unknown else wrong.get("msg")
    return {"type": _plain(wrong.get("type")), "loc": place, "msg": _plain(words)}


def _plain(part: object) -> str:
    return str(part)[:MOST_LETTERS].encode("utf-8", "backslashreplace").decode("utf-8")


def plain_page(access: PageAccess, page: str, files: tuple[str, ...], unpaired: str) -> FastAPI:
    """An application with one page of the folder ``static`` at "/", and with what it loads.

    ``unpaired`` is what a browser is told that did not open the printed address.
    """
    app = page_app(access)
    serve_file(app, "/", STATIC / page)
    serve_static(app, (*files, *SHARED_FILES))

    @app.post("/pair")
    def pair(x_referee_token: PageToken = "") -> dict[str, bool]:
        check_token(access, x_referee_token, unpaired)
        return {"done": True}

    return app


def check_token(access: PageAccess, token: str, unpaired: str) -> None:
    """Refuse a press of a browser that is not paired."""
    if not access.holds(token):
        raise HTTPException(403, unpaired)


@contextmanager
def one_at_a_time(busy: threading.Lock, words: str) -> Iterator[None]:
    """Refuse with these words while another request holds the lock."""
    if not busy.acquire(blocking=False):
        raise HTTPException(423, words)
    try:
        yield
    finally:
        busy.release()
