"""The foreign domain: plausible arrangements, and a lens that agrees with its calibration."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from shapely.geometry import Point, Polygon

from referee.core.errors import BadValue
from referee.lab.dataset.foreign.foreign_lens import SIZE_PX, hang_camera
from referee.lab.dataset.foreign.foreign_maker import SETS, ForeignAmounts, make_foreign
from referee.lab.dataset.foreign.foreign_scene import KINDS, arrange, close_pairs
from referee.lab.dataset.foreign.foreign_webcam import develop, draw_webcam
from referee.lab.dataset.foreign.look_plan import plan_look

SEED = 5


def scene_of(look, kind, seed=SEED):
    moulds = len(look.studio["moulds"])
    return arrange(kind, look.profile, look.shapes, moulds, np.random.default_rng(seed))


@pytest.fixture(scope="module")
def look():
    return plan_look(SEED, 1)


@pytest.mark.parametrize("kind", KINDS)
def test_no_two_standing_bases_overlap_and_gaps_are_those_of_their_outlines(look, kind):
    players = scene_of(look, kind).players
    outlines = [Polygon(p.pose.to_board(look.shapes[p.shape].outline_mm(0.001))) for p in players]
    told = {(i, j): gap for i, j, gap in close_pairs(players, look.shapes)}
    standing = [k for k, p in enumerate(players) if not (p.fallen or p.lift_mm)]
    for i in standing:
        for j in standing:
            if i < j:
                apart = outlines[i].distance(outlines[j])
                assert outlines[i].intersection(outlines[j]).area < 0.3
                assert ((i, j) in told) == (apart < 5.0)
                assert apart == pytest.approx(max(told.get((i, j), apart), 0.0), abs=0.02)


def test_both_teams_are_there_and_a_clump_has_contacts(look):
    clump = scene_of(look, "clump")
    assert {p.team.value for p in clump.players} == {"home", "away"}
    assert 18 <= len(scene_of(look, "line-up").players) <= 22
    assert any(gap < 0.3 for _, _, gap in close_pairs(clump.players, look.shapes))


def test_everyone_stands_on_the_metal(look):
    x0, y0, x1, y1 = look.studio["board"]["metal"]
    metal = Polygon([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
    for kind in KINDS:
        places = [Point(p.pose.x_mm, p.pose.y_mm) for p in scene_of(look, kind).players]
        assert all(metal.contains(place) for place in places)


def test_the_lens_bends_as_the_calibration_file_says(look):
    lens = hang_camera(look.studio["board"], np.random.default_rng(SEED))
    model = lens.model()
    turn, _ = cv2.Rodrigues(model.rotation_matrix)
    x0, y0, x1, y1 = look.studio["board"]["metal"]
    spots = np.array([(x0, y0, 4.0), (x1, y0, 0.0), (x1, y1, 9.0), (x0, y1, 2.0)])
    straight = np.eye(3)
    straight[[0, 1], [0, 1]], straight[:2, 2] = lens.focal_px, lens.pinhole_centre_px
    pinhole, _ = cv2.projectPoints(spots, turn, np.array(model.translation_mm), straight, None)
    seen, _ = cv2.projectPoints(
        spots,
        turn,
        np.array(model.translation_mm),
        model.camera_matrix,
        np.array(model.distortion),
    )
    assert np.allclose(lens.bent(pinhole[:, 0]), seen[:, 0], atol=1e-6)
    rays = lens.straight(seen[:, 0]) * lens.focal_px + lens.pinhole_centre_px
    assert np.allclose(rays, pinhole[:, 0], atol=1e-3)


def test_a_picture_of_its_own_pinhole_places_is_bent_as_told(look):
    lens = hang_camera(look.studio["board"], np.random.default_rng(SEED))
    wide, high = lens.pinhole_px
    columns, rows = np.meshgrid(np.arange(wide), np.arange(high))
    places = np.stack([columns, rows, rows], axis=-1).astype(np.float32)
    shown = lens.picture(places)[::60, ::60, :2]
    down, across = np.mgrid[0 : SIZE_PX[1] : 60, 0 : SIZE_PX[0] : 60]
    off = lens.bent(shown) - np.stack([across, down], axis=-1)
    assert np.abs(off).max() < 0.06  # cubic resampling looks its weights up in steps of 1/32 px
    assert np.abs(off.mean(axis=(0, 1))).max() < 0.01


def test_the_whole_board_is_in_the_picture_of_every_camera():
    for number in range(20):
        board = plan_look(SEED, number).studio["board"]
        model = hang_camera(board, np.random.default_rng(number)).model()
        x0, y0, x1, y1 = board["metal"]
        seen = model.project([(x, y, 0.0) for x in (x0, x1) for y in (y0, y1)])
        inside = (seen > -60.0) & (seen < np.array(SIZE_PX) + 60.0)
        assert inside.all(), number


def test_a_webcam_keeps_places_and_meters_the_picture():
    light = np.full((90, 160, 3), 0.02, dtype=np.float32)
    light[40:51, 70:91] = 0.4
    webcam = draw_webcam(np.random.default_rng(SEED))
    image, jpeg = develop(light, webcam, np.random.default_rng(1))
    grey = image.astype(float).mean(axis=2)
    bright = grey > (grey.max() + np.median(grey)) / 2
    rows, columns = np.nonzero(bright)
    assert (rows.mean(), columns.mean()) == pytest.approx((45.0, 80.0), abs=0.3)
    assert jpeg[:2] == b"\xff\xd8"


def test_looks_differ_and_are_the_same_again():
    first, again, other = (plan_look(SEED, n) for n in (3, 3, 4))
    assert first.studio == again.studio
    assert first.board_style != other.board_style
    assert first.light_style != other.light_style


def test_a_wrong_wish_is_named(tmp_path):
    with pytest.raises(BadValue, match="foreign-a, foreign-b"):
        make_foreign(tmp_path, ["foreign-c"], ForeignAmounts(), lambda _: None)
    with pytest.raises(BadValue, match="looks"):
        make_foreign(tmp_path, list(SETS), ForeignAmounts(looks=0), lambda _: None)
