"""The lens page: the camera's picture, the sheet in it, what is covered and what comes next."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Self

import cv2
import numpy as np
from fastapi import FastAPI, HTTPException, Response

from referee.camera.charuco.lens import Lens
from referee.camera.charuco.sheet_view import SheetView, find_sheet
from referee.camera.charuco.view_collector import ViewCollector, ViewFeedback
from referee.camera.frame_source import CameraLost, FrameSource, NoFrame
from referee.web.server.page_access import PageAccess
from referee.web.server.page_app import PageToken, check_token, plain_page
from referee.web.server.page_files import jpeg_of

FILES = ("calibrating.css", "lens.js")
UNPAIRED = "Open the printed address to calibrate."
SHOWN_PX = 960  # width
QUALITY = 80  # of the JPEG, of 100
WAIT_S = 1.0

SolveViews = Callable[[Sequence[SheetView]], Lens]


class LensStudio:
    """Looks through the camera in a thread of its own and keeps what the page asks for."""

    def __init__(self, camera: FrameSource, solve: SolveViews) -> None:
        self._camera, self._solve = camera, solve
        self._collector = ViewCollector()
        self._lock = threading.Lock()
        self._ending = threading.Event()
        self._jpeg: bytes | None = None
        self._state: dict[str, object] = {"words": "Waiting for the camera.", "number": 0}
        self._thread = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._ending.set()
        self._thread.join(2.0 * WAIT_S)

    @property
    def state(self) -> dict[str, object]:
        """The newest picture's outcome, as plain values."""
        with self._lock:
            return dict(self._state)

    @property
    def jpeg(self) -> bytes | None:
        """The newest picture."""
        with self._lock:
            return self._jpeg

    def solve(self) -> Lens:
        """The lens from what was taken so far."""
        with self._lock:
            views = list(self._collector.views)
        return self._solve(views)

    def step(self) -> None:
        """Look at one picture."""
        try:
            frame = self._camera.newest(WAIT_S)
        except NoFrame as error:
            with self._lock:
                self._state["words"] = str(error) or "The camera gives no picture."
            return
        view = find_sheet(frame.image)
        height, width = frame.image.shape[:2]
        size = (SHOWN_PX, round(height * SHOWN_PX / width))
        small = cv2.resize(frame.image, size, interpolation=cv2.INTER_AREA)
        jpeg = jpeg_of(np.asarray(small, dtype=np.uint8), QUALITY)
        with self._lock:
            feedback = self._collector.offer(view)
            self._jpeg = jpeg
            self._state = _plain(feedback, view, (width, height), frame.sequence + 1)

    def _look(self) -> None:
        with contextlib.suppress(CameraLost):
            while not self._ending.is_set():
                self.step()


def lens_app(studio: LensStudio, access: PageAccess) -> FastAPI:
    """The page behind the guard."""
    app = plain_page(access, "lens.html", FILES, UNPAIRED)

    @app.get("/lens.json")
    def state() -> dict[str, object]:
        return studio.state

    @app.get("/lens.jpg")
    def picture() -> Response:
        jpeg = studio.jpeg
        if jpeg is None:
            raise HTTPException(404, "The camera has given no picture yet.")
        return Response(jpeg, media_type="image/jpeg")

    @app.post("/lens")
    def finish(x_referee_token: PageToken = "") -> dict[str, object]:
        check_token(access, x_referee_token, UNPAIRED)
        lens = studio.solve()
        return {
            "views": lens.views,
            "focal_px": lens.fx_px,
            "rms_px": lens.rms_px,
            "sigma_px": lens.sigma_px,
        }

    return app


def _plain(
    feedback: ViewFeedback, view: SheetView | None, size: tuple[int, int], number: int
) -> dict[str, object]:
    return {
        "number": number,
        "size_px": list(size),
        "corners_px": [] if view is None else view.corners_px.round(1).tolist(),
        "taken": feedback.taken,
        "words": feedback.words,
        "cells": [list(row) for row in feedback.cells],
        "views": feedback.views,
        "tilted": feedback.tilted,
        "done": feedback.done,
        "enough": feedback.enough,
    }
