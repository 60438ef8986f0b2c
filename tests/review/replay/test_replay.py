"""A flag's clip: frames, pictures, what is enlarged, and plainly what of it is missing."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from shapely.geometry import Point, Polygon

from referee.core.geometry.pose import Pose
from referee.loaders.bases import load_base
from referee.review.replay.clip import ClipSpan, PictureBox, close_jpeg, whole_jpeg
from referee.review.replay.projection import Projection
from referee.review.replay.replay import span_of
from referee.review.review import Review
from referee.review.source.recorded_game import RecordedGame
from tests.core.fields import EASY
from tests.review.boards import AT_MM, LENGTH_MM, boards
from tests.review.folders import AT_NS, CAMERA, CLOSE, ENDED, make_game

GAPS = (20, 21, 22, 40)


@pytest.fixture(scope="module")
def review(tmp_path_factory):
    review = Review(RecordedGame(make_game(tmp_path_factory.mktemp("games") / "g", without=GAPS)))
    yield review
    review.projector.close()


@pytest.fixture(scope="module")
def replay(review):
    return review.replay(review.sit().item(4))


def folder_of(tmp_path, **more):
    review = Review(RecordedGame(make_game(tmp_path / "g", **more)))
    return review.replay(review.sit().items[0])


def test_the_clip_has_every_frame_from_before_until_after_the_instant(replay):
    # The play's 61 frames begin 1.0125 s before it; the clip ends 0.7 s after it.
    times = [(shot.t_ns - AT_NS) / 1e9 for shot in replay.shots]
    assert times[0] == pytest.approx(-1.0125)
    assert 0.66 < times[-1] <= 0.7
    assert len(times) == 52


def test_the_clip_shows_the_gap_the_contact_and_the_rule(replay):
    (curve,) = replay.curves
    assert curve.players == ("A50", "H22")
    (meeting,) = replay.instant.meetings
    assert meeting.gap_mm == pytest.approx(0.0, abs=3 * meeting.sigma_mm)
    assert replay.rule.title == "Front-of-base tackle"


def test_frames_without_a_picture_are_counted(replay):
    assert "Video is missing for 4 of 52 frames; positions are drawn instead." in replay.lacks


def test_the_picture_of_a_frame_is_that_frame_exactly(review, replay):
    # Each painted picture has a bar on its left that tells its number.
    item = replay.item
    for shot in (replay.shots[0], replay.shots[31]):
        whole, _ = review.projector.jpegs(review.span(item, replay), shot.t_ns)
        image = cv2.imdecode(np.frombuffer(whole, np.uint8), cv2.IMREAD_COLOR)
        bar = int((image[5, :, 2] > 150).sum())
        assert bar == pytest.approx(4 + 2 * shot.seen.frame, abs=1)


def test_what_is_enlarged_lies_around_the_contact(review, replay):
    box = review.span(replay.item, replay).box
    contact = CAMERA.project([AT_MM + LENGTH_MM / 2, 160.0, 3.0])
    assert box.left + box.width / 2 == pytest.approx(contact[0], abs=box.width / 8)
    assert box.width / box.height == pytest.approx(4 / 3, rel=0.02)
    _, close = review.projector.jpegs(review.span(replay.item, replay), replay.shots[28].t_ns)
    image = cv2.imdecode(np.frombuffer(close, np.uint8), cv2.IMREAD_COLOR)
    assert image.shape[1] == 640


def test_an_instant_without_a_picture_has_none(review, replay):
    span = review.span(replay.item, replay)
    missing = next(shot for shot in replay.shots if shot.seen.frame == GAPS[0])
    assert review.projector.jpegs(span, missing.t_ns) is None
    assert review.projector.jpegs(span, 12345) is None


def test_another_clip_takes_the_place_of_the_one_before(review, replay):
    span = review.span(replay.item, replay)
    other = ClipSpan(span.from_ns, span.until_ns, PictureBox(0, 0, 40, 30), span.width_px)
    first = replay.shots[0].t_ns
    assert review.projector.jpegs(other, first)[1] != review.projector.jpegs(span, first)[1]


def test_without_video_everything_is_drawn_and_it_says_so(tmp_path):
    replay = folder_of(tmp_path, video=False)
    assert len(replay.shots) == 52
    assert any("No video was kept" in line for line in replay.lacks)


def test_frames_that_are_missing_are_not_made_up(tmp_path):
    frames = [board for k, board in enumerate(boards(1.0)) if not 10 <= k < 15]
    replay = folder_of(tmp_path, frames=frames, video=False)
    assert len(replay.shots) == 47
    assert any("About 5 frames are missing" in line for line in replay.lacks)


def test_who_was_hidden_at_the_instant_is_said(tmp_path):
    replay = folder_of(tmp_path, frames=boards(1.0, hidden={"A50": (0.6, 1.6)}), video=False)
    assert replay.instant.hidden == ("A50",)
    assert any("A50 was not seen" in line for line in replay.lacks)


def test_a_call_that_was_not_kept_is_said(tmp_path):
    replay = folder_of(tmp_path, calls=(ENDED,), video=False)
    assert any("was not kept" in line for line in replay.lacks)
    assert replay.curves == ()


def test_a_plan_takes_the_place_of_the_picture_where_no_camera_is_known():
    plate = Projection(EASY, None)
    (left, top), (right, bottom) = plate.points([(0.0, 320.0), (800.0, 0.0)])
    assert (right - left, bottom - top) == (1600.0, 640.0)
    assert plate.board_mm(left, top) == pytest.approx((0.0, 320.0))


@pytest.mark.parametrize("name", ["standard", "bevelled", "round-front", "narrow"])
def test_the_front_that_is_drawn_lies_on_the_outline_and_ahead(name):
    shape = load_base(name)
    plate = Projection(EASY, None)
    pose = Pose(400.0, 160.0, 0.0)
    front, outline = plate.front(shape, pose), Polygon(plate.outline(shape, pose))
    assert len(front) >= 2
    for point in front:
        assert outline.exterior.distance(Point(point)) < 0.4  # pixels, two to the mm
    middle, _ = plate.points([(400.0, 160.0), (0.0, 0.0)])
    assert min(x for x, _ in front) > middle[0]


def test_pixels_and_places_of_the_board_are_the_same_place():
    plate = Projection(EASY, CAMERA)
    ((x, y),) = plate.points([(300.0, 100.0)])
    assert plate.board_mm(x, y) == pytest.approx((300.0, 100.0), abs=0.1)


def test_a_box_at_the_edge_moves_into_the_picture():
    image = np.zeros((60, 100, 3), np.uint8)
    assert PictureBox(-20, 50, 40, 30).inside(100, 60) == PictureBox(0, 30, 40, 30)
    assert PictureBox(-20, 50, 400, 300).inside(100, 60) == PictureBox(0, 0, 100, 60)
    assert close_jpeg(image, PictureBox(90, 0, 40, 30))[:2] == b"\xff\xd8"
    assert whole_jpeg(np.zeros((1080, 1920, 3), np.uint8))[:2] == b"\xff\xd8"


def test_the_clip_of_a_flag_early_in_the_game_begins_with_the_game():
    from dataclasses import replace

    from referee.review.queue import review_queue
    from tests.review.folders import JOURNAL

    (item,) = review_queue(JOURNAL, [CLOSE])
    assert span_of(replace(item, t_ns=10)) == (0, 700_000_010)
