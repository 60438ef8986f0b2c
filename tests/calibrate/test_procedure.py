"""A whole first evening, scripted: picture, calibration or four clicks, and the watch over it."""

import cv2
import numpy as np
import pytest

from referee.apps.calibrate.watch import watch_notices, watch_of
from referee.calibrate.calibration_files import file_beside
from referee.calibrate.outcome import CalibrationSolved
from referee.calibrate.solver import calibrate
from referee.camera.calibration import read_calibration
from referee.web.calibrate.corner_solver import CornerSolver
from tests.camera.watch.painted import BOARD, CAMERA, frame, most_px, picture, turned

PICTURE = picture(seed=1)
OUTER = CAMERA.project(
    [
        (x, y, 0.0)
        for x, y in (
            (BOARD.left_end_line_x_mm, 0.0),
            (BOARD.right_end_line_x_mm, 0.0),
            (BOARD.right_end_line_x_mm, BOARD.width_mm),
            (BOARD.left_end_line_x_mm, BOARD.width_mm),
        )
    ]
)
CLICKED = OUTER + np.array([[3, -2], [-4, 3], [2, 4], [-3, -3]])


@pytest.fixture(scope="module")
def clicked(tmp_path_factory):
    """Four clicks as the page sends them."""
    out = tmp_path_factory.mktemp("evening") / "a.calib.json"
    outcome = CornerSolver([PICTURE], BOARD, None, out)([(float(x), float(y)) for x, y in CLICKED])
    return outcome, out


def test_no_click_is_needed_where_the_field_is_plain():
    solved = calibrate([PICTURE], BOARD)
    assert isinstance(solved, CalibrationSolved), solved
    assert most_px(solved.calibration.camera, CAMERA) < 1.0


def test_four_clicks_a_few_pixels_off_give_the_true_camera(clicked):
    outcome, out = clicked
    assert outcome.good, outcome
    assert most_px(read_calibration(out).camera, CAMERA) < 1.0


def test_the_answer_shows_the_lines_on_the_picture(clicked):
    outcome, _ = clicked
    drawn = cv2.imdecode(np.frombuffer(outcome.jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert drawn.shape == PICTURE.shape
    assert any("lens" in line for line in outcome.lines)


def test_the_watch_starts_from_what_was_written_and_sees_a_nudge(clicked):
    _, out = clicked
    assert file_beside(out, ".calib.png").is_file()
    guard = watch_of(out)
    cameras = [CAMERA, CAMERA, *[turned(2.0)] * 3]
    frames = [frame(picture(c, seed=5 + k), 250 * k, k) for k, c in enumerate(cameras)]
    said = []
    assert watch_notices(guard, [(f, f.t_ns) for f in frames], said.append)
    assert [notice.kind.value for notice in said] == ["moved a little"]


def test_wrong_clicks_are_refused_and_nothing_is_written(tmp_path):
    out = tmp_path / "a.calib.json"
    crooked = [(float(x) * 0.5 + 200.0, float(y) * 0.5 + 150.0) for x, y in CLICKED]
    outcome = CornerSolver([PICTURE], BOARD, None, out)(crooked)
    assert not outcome.good
    assert outcome.title
    assert list(tmp_path.iterdir()) == []
