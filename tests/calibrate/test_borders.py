"""Boards whose sidelines are edges: found, told apart by the field's width, or refused."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from referee.calibrate.outcome import CalibrationRefused, CalibrationSolved
from referee.calibrate.search.sideline_readings import width_cost
from referee.calibrate.solver import calibrate
from referee.core.field.field_profile import BoundaryPrint, FieldProfile
from referee.sim.look import FieldBorder, FieldLook
from tests.calibrate.boards import LARGE, camera_over, error_mm, photograph

ROOMY = replace(
    LARGE,
    metal_near_y_mm=-40.0,
    metal_far_y_mm=LARGE.width_mm + 40.0,
    sideline_is=BoundaryPrint.UNKNOWN,
    end_line_is=BoundaryPrint.UNKNOWN,
)
CAMERA = camera_over(ROOMY)
NAVY = (0.06, 0.10, 0.30)


def seen(frame: FieldBorder, width_mm: float, beyond: tuple[float, float, float]) -> np.ndarray:
    """A photograph of the board in that frame."""
    look = FieldLook(seed=4, frame=frame, frame_width_mm=width_mm, border=beyond)
    return photograph(ROOMY, CAMERA, look)


def saying(outline: BoundaryPrint, **changes: float) -> FieldProfile:
    return replace(ROOMY, sideline_is=outline, end_line_is=outline, **changes)


def notes_of(found: CalibrationSolved | CalibrationRefused) -> str:
    assert isinstance(found, CalibrationSolved), found
    return " ".join(found.certificate.notes)


@pytest.mark.parametrize(
    ("frame", "width_mm", "words"),
    [
        (FieldBorder.BORDER, 30.0, "the edge at which a border or band begins"),
        (FieldBorder.BAND, 7.0, "the edge at which a border or band begins"),
        (FieldBorder.INSIDE, 7.0, "the outer edge of a printed band"),
    ],
)
def test_the_width_of_the_field_tells_which_edge_is_the_sideline(
    frame: FieldBorder, width_mm: float, words: str
) -> None:
    white = (0.92, 0.92, 0.90)
    found = calibrate(
        [seen(frame, width_mm, white if frame is FieldBorder.BORDER else NAVY)], ROOMY
    )
    assert words in notes_of(found)
    assert isinstance(found, CalibrationSolved)
    true = error_mm(found.calibration.camera, CAMERA, ROOMY, 3.0)
    assert true < 0.6
    assert true <= found.certificate.errors.worst_mm


def test_what_the_field_file_says_is_not_guessed() -> None:
    found = calibrate([seen(FieldBorder.BAND, 7.0, NAVY)], saying(BoundaryPrint.INNER))
    assert "as the field file says" in notes_of(found)


def test_a_field_file_that_says_the_wrong_edge_is_refused() -> None:
    found = calibrate([seen(FieldBorder.BAND, 7.0, NAVY)], saying(BoundaryPrint.OUTER))
    assert isinstance(found, CalibrationRefused)
    assert "mm wide, and the sidelines that come nearest" in str(found)


def test_a_measured_border_speaks_against_bands_of_another_width() -> None:
    seven = saying(BoundaryPrint.UNKNOWN, border_width_mm=7.0)
    assert width_cost(saying(BoundaryPrint.UNKNOWN), 3.0) == 0.0
    assert width_cost(seven, 7.0) == 0.0
    # A ruler's half millimetre is nothing, half the width is another band.
    assert width_cost(seven, 7.5) < 0.5
    assert width_cost(seven, 3.5) > 3.0
    # What is not seen to end is no band of 7 mm, but may be a border of 40 mm.
    assert width_cost(seven, 0.0) > 3.0
    assert width_cost(saying(BoundaryPrint.UNKNOWN, border_width_mm=40.0), 0.0) == 0.0
