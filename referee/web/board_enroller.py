"""Enrols whoever stands on the simulated board, seen by its camera like any other."""

from __future__ import annotations

import threading
from dataclasses import replace

from referee.camera.calib_file import Calibration
from referee.camera.source import CameraLost, Frame, NoFrame
from referee.core.errors import BadValue, Word
from referee.vision.checks import FrameCheck
from referee.vision.enroll.enrolment import Wishes, enrol
from referee.vision.enroll.outcome import outcome_of
from referee.vision.locate import Locator
from referee.vision.on_board import board_scale_px_per_mm
from referee.vision.open import open_locator
from referee.web.enrolment import LineUp, jpeg_of
from referee.web.shown import ShownBoard

WAIT_S = 2.0


class BoardEnroller:
    """Looks when it is asked to; the model is loaded at the first look."""

    repeats = True

    def __init__(self, board: ShownBoard) -> None:
        self._board = board
        self._lock = threading.Lock()
        self._locator: Locator | None = None
        self._newest: LineUp | None = None

    def newest(self) -> LineUp | None:
        """The last line-up, if there is one yet."""
        return self._newest

    def look(self) -> LineUp:
        """Enrol from the newest picture."""
        with self._lock:
            frame = self._frame()
            locator = self._locator or self._opened()
            self._locator = locator
            camera = locator.camera
            FrameCheck(camera, board_scale_px_per_mm(camera)).check(frame)
            outcome = outcome_of(enrol([frame], locator, Wishes()), camera)
            self._newest = LineUp(outcome, jpeg_of(frame.image))
            return self._newest

    def _frame(self) -> Frame:
        try:
            return replace(self._board.newest_frame(WAIT_S), jpeg=None)
        except (NoFrame, CameraLost) as error:
            allowed = "a board that stands: wait until the page shows its picture"
            raise BadValue("the camera", Word(str(error) or "without a picture"), allowed) from None

    def _opened(self) -> Locator:
        ready = self._board.ready
        if ready is None:
            allowed = "one that stands: wait until the page shows its picture"
            raise BadValue("the board", Word("not ready"), allowed)
        top_mm = ready.roster.players[0].base.height_mm
        return open_locator(Calibration(ready.camera, top_mm, ready.profile, "simulated camera"))
