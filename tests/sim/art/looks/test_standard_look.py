"""Looks are complete, repeatable, and random ones really vary."""

from __future__ import annotations

import numpy as np
import pytest

from referee.core.roster import Team
from referee.sim.art.looks.camera_framing import frame_camera
from referee.sim.art.looks.standard_look import random_look, standard_look
from referee.sim.look import FrontMark, SceneLook, Stance
from tests.sim.art.boards import ROSTER, SMALL_FIELD


def metal_in_picture(look: SceneLook) -> np.ndarray:
    """Edge points of the metal in the picture, as shares of its width and height."""
    t = np.linspace(0.0, 1.0, 21)
    x = SMALL_FIELD.metal_left_x_mm + t * (
        SMALL_FIELD.metal_right_x_mm - SMALL_FIELD.metal_left_x_mm
    )
    y = SMALL_FIELD.metal_near_y_mm + t * (SMALL_FIELD.metal_far_y_mm - SMALL_FIELD.metal_near_y_mm)
    rim = [(a, b, 0.0) for a in (x[0], x[-1]) for b in y] + [
        (a, b, 0.0) for a in x for b in (y[0], y[-1])
    ]
    camera = look.camera
    return np.asarray((camera.project(rim) + 0.5) / (camera.width_px, camera.height_px))


def looks(count: int) -> list[SceneLook]:
    return [random_look(SMALL_FIELD, ROSTER, np.random.default_rng(k)) for k in range(count)]


@pytest.fixture(scope="module")
def many() -> list[SceneLook]:
    return looks(80)


def test_the_same_seed_gives_the_same_look() -> None:
    assert standard_look(SMALL_FIELD, ROSTER, 5) == standard_look(SMALL_FIELD, ROSTER, 5)
    assert looks(1) == looks(1)


def test_every_player_has_a_figure_and_every_team_a_look(many: list[SceneLook]) -> None:
    for look in (standard_look(SMALL_FIELD, ROSTER, 1), *many):
        assert set(look.figures) == {p.id for p in ROSTER}
        assert set(look.teams) == set(Team)


def test_the_metal_fills_the_picture_and_stays_inside(many: list[SceneLook]) -> None:
    for look in many:
        seen = metal_in_picture(look)
        assert seen.min() >= 0.0
        assert seen.max() <= 1.0
        assert 0.85 <= np.ptp(seen, axis=0).max() <= 0.97


def test_the_usual_camera_is_straight_and_in_the_middle() -> None:
    camera = frame_camera(SMALL_FIELD, None, 1920, 1080)
    assert np.allclose(camera.rotation_matrix[2], (0.0, 0.0, -1.0), atol=1e-9)
    assert camera.position_mm[:2] == pytest.approx((200.0, 110.0), abs=0.5)


def test_random_looks_reach_every_knob(many: list[SceneLook]) -> None:
    teams = [t for look in many for t in look.teams.values()]
    figures = [f for look in many for f in look.figures.values()]
    assert {t.front_mark for t in teams} == set(FrontMark)
    assert {t.dial for t in teams} == {True, False}
    assert any(t.base_alpha < 0.9 for t in teams)
    assert {f.stance for f in figures} == set(Stance)
    assert {lamp.gobo for look in many for lamp in look.lamps} == {0, 1, 2}
    assert {len(look.lamps) for look in many} == {1, 2, 3}
    assert max(abs(f.yaw_deg) for f in figures) > 20.0
    assert len({look.field.turf for look in many}) == len(many)


def test_some_bases_have_the_colour_of_the_board(many: list[SceneLook]) -> None:
    far = [np.abs(np.subtract(t.base, k.field.turf)).sum() for k in many for t in k.teams.values()]
    assert sum(d < 0.2 for d in far) > 0.15 * len(far)
