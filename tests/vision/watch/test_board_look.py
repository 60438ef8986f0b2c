"""A base of nobody is measured as what it is, though others have its size."""

from __future__ import annotations

import pytest

from referee.core.geometry.base_shape import beveled_front, round_front
from referee.core.geometry.pose import Pose, apart_mm
from referee.core.turns import turn_deg
from referee.vision.frame.finder import BoardDetections
from referee.vision.network.base_reader import BaseReading
from referee.vision.plate.plate_keeper import PlateKeeper
from referee.vision.plate.plate_votes import COVERED_VOTES, OPEN_VOTES
from referee.vision.watch.board_look import KnownBase, Looker, LookRequest
from tests.vision.watch import scene
from tests.vision.watch.test_watcher import REFINER

ROUND = round_front("round", 27.8, 20.6, 2.0, 4.0, scene.TOP_MM)
BEVELED = beveled_front("beveled", 27.8, 20.6, 2.0, 5.0, scene.TOP_MM)
SHAPES = (scene.SHAPE, ROUND, BEVELED)


@pytest.mark.parametrize("worn", SHAPES, ids=lambda shape: shape.name)
def test_bases_of_one_size_are_told_apart_by_their_outlines(worn):
    looker = Looker(scene.find, REFINER, SHAPES)
    look = looker.look(LookRequest(scene.frame(0, scene.LINE_UP, shape=worn), ()))
    assert [fresh.shape.name for fresh in look.fresh] == [worn.name] * len(scene.LINE_UP)


class SeesBases:
    """A reader that takes everything for a base, or nothing."""

    def __init__(self, base: float) -> None:
        self._base = base

    def read(self, _image, poses, _shapes):
        return tuple(BaseReading(front=0.5, fallen=0.0, base=self._base) for _ in poses)


def nothing_found(_image) -> BoardDetections:
    return BoardDetections((), (), ())


def look_for(stood: Pose, stands: Pose | None, *, base: float = 0.999, known=()):
    """A look at a board on which the detector finds nothing, where one stood a moment ago."""
    places = {} if stands is None else {"H1": stands}
    frame = scene.frame(0, places)
    looker = Looker(nothing_found, REFINER, SHAPES, SeesBases(base))
    missed = (KnownBase("H1", scene.SHAPE, stood),)
    return looker.look(LookRequest(frame, tuple(known), True, missed))


@pytest.mark.parametrize("turned_deg", [35.0, 100.0, 170.0, 250.0])
def test_who_was_turned_on_the_spot_is_found_though_the_detector_sees_nothing(turned_deg):
    stood = Pose(150.0, 90.0, 5.0)
    stands = Pose(152.0, 88.5, 5.0 + turned_deg)
    (fresh,) = look_for(stood, stands).fresh
    assert apart_mm(fresh.pose, stands) < 0.5
    # The outline of this base says nothing of its front.
    assert (
        min(abs(turn_deg(stands.heading_deg, fresh.pose.heading_deg + way)) for way in (0.0, 180.0))
        < 2.0
    )


def test_an_empty_place_shows_nobody():
    assert look_for(Pose(150.0, 90.0, 5.0), None).fresh == ()


def test_an_outline_that_the_reader_takes_for_no_base_is_none():
    pose = Pose(150.0, 90.0, 5.0)
    assert look_for(pose, pose, base=0.6).fresh == ()


def test_another_base_that_is_followed_there_is_not_found_again():
    pose = Pose(150.0, 90.0, 95.0)
    known = [KnownBase("H2", scene.SHAPE, pose)]
    assert look_for(Pose(150.0, 90.0, 5.0), pose, known=known).fresh == ()


def test_at_rest_the_detector_is_asked_for_all_that_it_may_have_seen():
    def all_of(image) -> BoardDetections:
        return scene.find(image)

    looker = Looker(nothing_found, REFINER, SHAPES, find_all=all_of)
    frame = scene.frame(0, scene.LINE_UP)
    assert not looker.look(LookRequest(frame, ())).fresh
    assert len(looker.look(LookRequest(frame, (), True)).fresh) == len(scene.LINE_UP)


@pytest.mark.parametrize("corner_deg", [90.0, -90.0])
def test_who_is_followed_crosswise_is_given_up_for_what_the_detector_sees(corner_deg):
    """Two sides of a base at right angles to itself are right: nothing else would notice."""
    stands = Pose(150.0, 90.0, 5.0)
    off_mm = 0.5 * (scene.SHAPE.length_mm - scene.SHAPE.width_mm)
    crosswise = Pose(150.0 + off_mm, 90.0 + off_mm, 5.0 + corner_deg)
    looker = Looker(scene.find, REFINER, (scene.SHAPE,), SeesBases(0.999))
    frame = scene.frame(0, {"H1": stands})
    known = KnownBase("H1", scene.SHAPE, crosswise)
    look = looker.look(LookRequest(frame, (known,), True))
    assert not look.evidence[0].believed
    (fresh,) = look.fresh
    assert apart_mm(fresh.pose, stands) < 0.5


def test_who_is_followed_as_it_lies_stays_believed():
    stands = Pose(150.0, 90.0, 5.0)
    looker = Looker(scene.find, REFINER, (scene.SHAPE,), SeesBases(0.999))
    frame = scene.frame(0, {"H1": stands})
    look = looker.look(LookRequest(frame, (KnownBase("H1", scene.SHAPE, stands),), True))
    assert look.evidence[0].believed
    assert look.fresh == ()


def test_looks_at_a_board_at_rest_teach_the_plate_but_for_where_bases_stand():
    plate = PlateKeeper(scene.CAMERA)
    looker = Looker(scene.find, REFINER, SHAPES, plate=plate)
    frame = scene.frame(0, scene.LINE_UP)
    for rests in (True, False, True):
        looker.look(LookRequest(frame, (), rests))
    x, y = scene.CAMERA.project([100.0, 50.0, 3.0]).round().astype(int)
    assert plate.plate.votes[y, x] == COVERED_VOTES
    x, y = scene.CAMERA.project([160.0, 20.0, 0.0]).round().astype(int)
    assert plate.plate.votes[y, x] == OPEN_VOTES


def look_at_patch(patch, *, base):
    """A look with nothing known and nothing claimed, but for a patch beside the plate."""
    stands = Pose(150.0, 90.0, 40.0)
    found = BoardDetections((), (), (), patches=(patch,))
    looker = Looker(lambda _image: found, REFINER, [scene.SHAPE], SeesBases(base))
    return stands, looker.look(LookRequest(scene.frame(0, {"H1": stands}), (), True)).fresh


def test_whoever_only_the_plate_shows_is_found_where_the_reader_agrees():
    stands, (fresh,) = look_at_patch((153.0, 92.0), base=0.999)
    assert apart_mm(fresh.pose, stands) < 0.5
    assert look_at_patch((153.0, 92.0), base=0.5)[1] == ()


def test_a_patch_without_an_outline_is_nobody():
    assert look_at_patch((60.0, 40.0), base=0.999)[1] == ()
