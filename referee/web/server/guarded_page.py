"""What each page begins with: the guard, its own files, and who may change things."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Annotated

from fastapi import FastAPI, Header, HTTPException
from fastapi.responses import FileResponse

from referee.web.server.page_access import PageAccess
from referee.web.server.page_guard import PageGuard

Check = Callable[[str], None]
Lifetime = Callable[[FastAPI], AbstractAsyncContextManager[None]]


def guarded_app(access: PageAccess, lifetime: Lifetime | None = None) -> FastAPI:
    """An application behind the guard that shows no documentation of itself."""
    app = FastAPI(lifespan=lifetime, docs_url=None, redoc_url=None, openapi_url=None)
    app.add_middleware(PageGuard, access=access)
    return app


def check_of(access: PageAccess, wish: str) -> Check:
    """Refuses a token that is not this run's; ``wish`` ends the sentence, such as "decide"."""

    def check(token: str) -> None:
        if not access.holds(token):
            raise HTTPException(403, f"Open the printed address to {wish}.")

    return check


def add_pair(app: FastAPI, check: Check) -> None:
    """Where a browser asks whether it is paired with this run."""

    @app.post("/pair")
    def pair(x_referee_token: Annotated[str, Header()] = "") -> dict[str, bool]:
        check(x_referee_token)
        return {"done": True}


def serve_file(app: FastAPI, path: str, file: Path, kind: str) -> None:
    """One file of the page at one path; no other path reaches the disk."""

    @app.get(path, name=path)
    def read() -> FileResponse:
        return FileResponse(file, media_type=kind)
