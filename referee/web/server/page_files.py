"""The files of the pages, each at one path: no other path reaches the disk."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from fastapi import FastAPI
from fastapi.responses import FileResponse

STATIC = Path(__file__).parents[1] / "static"
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
# What the pages beside the night's share: their look, how they press, their icon.
SHARED_FILES = (
    "page.css",
    "colours.js",
    "help.css",
    "help.js",
    "orders.js",
    "theme.js",
    "icon.svg",
)
JPEG_QUALITY = 85  # of 100


def serve_file(app: FastAPI, path: str, file: Path) -> None:
    """Answer a path with a file; its ending says of which kind it is."""

    @app.get(path, name=path)
    def read() -> FileResponse:
        return FileResponse(file, media_type=KINDS[file.suffix])


def serve_static(app: FastAPI, names: Iterable[str]) -> None:
    """Answer the paths of these files of the folder ``static``."""
    for name in names:
        serve_file(app, f"/{name}", STATIC / name)


def jpeg_of(image: npt.NDArray[np.uint8], quality: int = JPEG_QUALITY) -> bytes:
    """A picture as a page shows it."""
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
