"""Where a page is shown; loading this loads no server."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PageOptions:
    """Where a page is, whether a browser opens it, and whether the home network may see it."""

    port: int
    browser: bool
    lan: bool = False
