"""What a rendered picture shows besides edges: shadows, what hides what, noise, JPEG, the truth."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from shapely.geometry import Polygon

from referee.core.errors import BadValue
from referee.core.geometry.pose import Pose
from referee.sim.board_state import BoardState, HandState, MarkerKind, MarkerState
from referee.sim.look import Lamp, SensorLook
from referee.sim.render import LIVE, LIVE_MJPEG, RICH, Renderer, RenderQuality
from tests.sim.render.scenes import (
    PROFILE,
    QUICK,
    QUIET,
    SHAPE,
    at,
    bare_base,
    camera,
    piece_of,
    plain_look,
    roster,
    state,
)

MODEL = camera(tilt_deg=0.0, k1=0.0, size=(480, 320))
WHITE = {"turf": (0.8, 0.8, 0.8), "border": (0.8, 0.8, 0.8), "line": (0.8, 0.8, 0.8)}
SCENE = BoardState(
    40_000_000,
    0.7,
    (
        at(0, 40.0, 40.0, 10.0, vx_mm_s=80.0),
        at(1, 100.0, 60.0, 190.0, vy_mm_s=-50.0, spin_deg_s=60.0),
        at(2, 60.0, 90.0, 80.0, fallen=True, fall_toward_deg=30.0),
    ),
    (MarkerState(MarkerKind.FELT_BALL, Pose(80.0, 20.0, 45.0)),),
    (HandState(130.0, 80.0, 60.0, 30.0),),
)


@pytest.fixture(scope="module")
def live() -> Renderer:
    return Renderer(PROFILE, plain_look(roster(3), MODEL, SensorLook(), ambient=0.4), QUICK)


def grey_at(image: np.ndarray, x_mm: float, y_mm: float, z_mm: float = 0.0) -> float:
    u, v = MODEL.project((x_mm, y_mm, z_mm))
    patch = image[round(v) - 2 : round(v) + 3, round(u) - 2 : round(u) + 3]
    return float(patch.mean())


def white_scene(*lamps: Lamp) -> Renderer:
    look = plain_look(roster(2), MODEL, QUIET, lamps, ambient=0.15)
    return Renderer(PROFILE, replace(look, field=replace(look.field, **WHITE)), QUICK)


def test_the_same_look_and_state_give_the_same_bytes(live: Renderer) -> None:
    again = Renderer(live.profile, live.look, QUICK)
    assert again.render(SCENE).image.tobytes() == live.render(SCENE).image.tobytes()


def test_a_picture_does_not_depend_on_the_pictures_before(live: Renderer) -> None:
    first = live.render(SCENE).image
    for other in (state(t_ns=1), state(at(0, 130.0, 20.0, 0.0), t_ns=2, power_gain=0.3)):
        live.render(other)
    np.testing.assert_array_equal(live.render(SCENE).image, first)


def test_noise_changes_from_frame_to_frame_and_nothing_else() -> None:
    renderer = Renderer(PROFILE, plain_look(roster(1), MODEL, SensorLook()), QUICK)
    a = renderer.render(state(at(0, 50.0, 50.0, 0.0), t_ns=0)).image.astype(int)
    b = renderer.render(state(at(0, 50.0, 50.0, 0.0), t_ns=33_000_000)).image.astype(int)
    difference = a - b
    assert difference.std() > 0.5
    assert abs(difference.mean()) < 0.1


def test_a_figure_throws_its_shadow_away_from_the_lamp() -> None:
    renderer = white_scene(Lamp((-1400.0, 55.0, 1000.0), 20.0, 0.6))
    frame = renderer.render(state(at(0, 75.0, 55.0, 90.0))).image
    empty = renderer.render(state()).image
    away, toward = (75.0 + 13.0 + 14.0, 55.0), (75.0 - 13.0 - 14.0, 55.0)
    assert grey_at(frame, *away) < 0.9 * grey_at(empty, *away)
    assert grey_at(frame, *toward) > 0.98 * grey_at(empty, *toward)


def test_a_larger_lamp_makes_a_softer_shadow() -> None:
    assert _shadow_slope(500.0) < 0.6 * _shadow_slope(20.0)


def _shadow_slope(size_mm: float) -> float:
    """The steepest step of brightness along the shadow of a base high in the air."""
    renderer = white_scene(Lamp((-600.0, 55.0, 1000.0), size_mm, 0.6))
    frame = renderer.render(state(at(0, 60.0, 55.0, 0.0, lift_mm=60.0))).image.astype(float)
    empty = renderer.render(state()).image.astype(float)
    (left, row), (right, _) = MODEL.project([(92.0, 55.0, 0.0), (142.0, 55.0, 0.0)])
    part = np.s_[round(row) - 2 : round(row) + 3, round(left) : round(right)]
    share = (frame[part] / empty[part]).mean(axis=(0, 2))
    return float(np.abs(np.diff(share)).max())


def test_what_hides_a_base_is_told_by_its_visible_share() -> None:
    look = plain_look(roster(2), MODEL)
    renderer = Renderer(PROFILE, look, QUICK, bare_base)
    low, high = at(0, 70.0, 55.0, 0.0), at(1, 84.0, 58.0, 40.0, lift_mm=30.0)
    truth = renderer.render(state(low, high)).truth

    def quad(piece_state: object, z_mm: float) -> Polygon:
        outline = piece_state.pose.to_board(SHAPE.outline_mm(0.02))  # type: ignore[attr-defined]
        points = np.column_stack([outline, np.full(len(outline), z_mm)])
        return Polygon(MODEL.project(points))

    below, above = quad(low, 3.0), quad(high, 33.0)
    expected = 1.0 - below.intersection(above).area / below.area
    assert 0.1 < expected < 0.9
    assert piece_of(truth, "P0").visible == pytest.approx(expected, abs=0.02)
    assert piece_of(truth, "P1").visible == pytest.approx(1.0, abs=0.005)


def test_the_picture_shows_what_is_nearer(live: Renderer) -> None:
    frame = live.render(SCENE)
    assert frame.truth.hands[0].box_px[2] - frame.truth.hands[0].box_px[0] > 50
    assert piece_of(frame.truth, "P2").fallen
    assert piece_of(frame.truth, "P2").visible == 0.0  # the top looks down
    assert frame.truth.markers[0].kind is MarkerKind.FELT_BALL
    np.testing.assert_allclose(frame.truth.markers[0].px, MODEL.project((80.0, 20.0, 0.0)))


def test_a_base_over_the_edge_of_the_picture_says_so() -> None:
    renderer = Renderer(PROFILE, plain_look(roster(2), MODEL), QUICK, bare_base)
    edge_mm = MODEL.to_plane((0.0, 160.0), 3.0)
    out = at(0, float(edge_mm[0]), float(edge_mm[1]), 0.0)
    truth = renderer.render(state(out, at(1, 75.0, 55.0, 0.0))).truth
    assert piece_of(truth, "P0").off_picture
    assert piece_of(truth, "P0").visible == pytest.approx(0.5, abs=0.03)
    assert not piece_of(truth, "P1").off_picture


def test_close_bases_come_with_their_gap(live: Renderer) -> None:
    truth = live.render(state(at(0, 40.0, 50.0, 0.0), at(1, 70.0, 50.0, 0.0))).truth
    assert [(g.first, g.second) for g in truth.gaps] == [("P0", "P1")]
    assert truth.gaps[0].gap_mm == pytest.approx(30.0 - 27.8, abs=1e-9)


def test_the_camera_bytes_come_once_with_the_frame() -> None:
    look = plain_look(roster(1), MODEL, SensorLook())
    encode = replace(LIVE_MJPEG, background_grid=2)
    frame = Renderer(PROFILE, look, encode).render(state(at(0, 60.0, 50.0, 0.0)))
    assert frame.jpeg is not None
    shown = cv2.imdecode(np.frombuffer(frame.jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert np.abs(shown.astype(int) - frame.image).mean() < 6.0


def test_rich_and_live_show_the_same_scene() -> None:
    look = plain_look(roster(3), MODEL, QUIET, ambient=0.4)
    live = Renderer(PROFILE, look, LIVE).render(SCENE)
    rich = Renderer(PROFILE, look, replace(RICH, passes=3)).render(SCENE)
    assert np.abs(live.image.astype(int) - rich.image).mean() < 3.0
    for a, b in zip(live.truth.pieces, rich.truth.pieces, strict=True):
        assert a.corners_px == b.corners_px
        assert a.visible == pytest.approx(b.visible, abs=0.02)


def test_bad_quality_is_refused() -> None:
    with pytest.raises(BadValue, match="passes is 0"):
        RenderQuality("none", 0, 1.0, 2, LIVE.compression)
