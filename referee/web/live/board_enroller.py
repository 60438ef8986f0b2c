"""Enrols whoever stands on the simulated board, seen by its camera like any other."""

from __future__ import annotations

import threading
from dataclasses import replace

from referee.camera.calibration import Calibration
from referee.camera.frame_source import CameraLost, Frame, NoFrame
from referee.core.errors import BadValue, PlainWord
from referee.vision.enroll.enrolment import EnrolmentHints, enrol
from referee.vision.enroll.enrolment_values import enrolment_values
from referee.vision.frame.board_scale import board_scale_px_per_mm
from referee.vision.frame.frame_check import FrameCheck
from referee.vision.frame.locator import Locator
from referee.vision.frame.locator_setup import open_locator
from referee.web.enroll.enrolment_page import EnrolmentView, jpeg_of
from referee.web.live.page_board import PageBoard

WAIT_S = 2.0


class BoardEnroller:
    """Looks when it is asked to; the model is loaded at the first look."""

    repeats = True

    def __init__(self, board: PageBoard) -> None:
        self._board = board
        self._lock = threading.Lock()
        self._locator: Locator | None = None
        self._newest: EnrolmentView | None = None

    def newest(self) -> EnrolmentView | None:
        """The last line-up, if there is one yet."""
        return self._newest

    def look(self) -> EnrolmentView:
        """Enrol from the newest picture."""
        with self._lock:
            frame = self._frame()
            locator = self._locator or self._opened()
            self._locator = locator
            camera = locator.camera
            FrameCheck(camera, board_scale_px_per_mm(camera)).check(frame)
            outcome = enrolment_values(enrol([frame], locator, EnrolmentHints()), camera)
            self._newest = EnrolmentView(outcome, jpeg_of(frame.image))
            return self._newest

    def _frame(self) -> Frame:
        try:
            return replace(self._board.newest_frame(WAIT_S), jpeg=None)
        except (NoFrame, CameraLost) as error:
            allowed = "a board that stands: wait until the page shows its picture"
            raise BadValue(
                "the camera", PlainWord(str(error) or "without a picture"), allowed
            ) from None

    def _opened(self) -> Locator:
        ready = self._board.ready
        if ready is None:
            allowed = "one that stands: wait until the page shows its picture"
            raise BadValue("the board", PlainWord("not ready"), allowed)
        top_mm = ready.roster.players[0].base.height_mm
        return open_locator(Calibration(ready.camera, top_mm, ready.profile, "simulated camera"))
