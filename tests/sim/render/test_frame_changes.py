"""A frame looks the same whether the renderer drew the frames before it or begins with it."""

from __future__ import annotations

import copy
from dataclasses import replace

import numpy as np
import pytest

from referee.core.geometry.pose import Pose
from referee.sim.board_state import BoardState, HandState, MarkerKind, MarkerState, PieceState
from referee.sim.look import Lamp, SensorLook
from referee.sim.render import Renderer
from tests.sim.render.scenes import PROFILE, QUICK, at, camera, plain_look, roster

MODEL = camera(tilt_deg=6.0, size=(480, 320))
LAMPS = (
    Lamp((-300.0, 300.0, 700.0), 90.0, 0.7),
    Lamp((600.0, -200.0, 900.0), 200.0, 0.3),
)
REST = (
    at(0, 40.0, 40.0, 10.0),
    at(1, 62.0, 52.0, 190.0),
    at(2, 100.0, 90.0, 80.0),
    at(3, 125.0, 30.0, 240.0),
)
BALL = MarkerState(MarkerKind.FELT_BALL, Pose(95.0, 62.0, 45.0))


def with_first(**more: float) -> tuple[PieceState, ...]:
    return (replace(REST[0], **more), *REST[1:])


def hand(x_mm: float, y_mm: float, grip_mm: float = 20.0) -> HandState:
    return HandState(x_mm, y_mm, 30.0, 250.0, grip_mm)


def scene(
    number: int,
    pieces: tuple[PieceState, ...] = REST,
    markers: tuple[MarkerState, ...] = (),
    hands: tuple[HandState, ...] = (),
    power_gain: float = 0.0,
) -> BoardState:
    return BoardState(number * 33_000_000, power_gain, pieces, markers, hands)


STORY = [
    scene(0),
    scene(1),
    scene(2, hands=(hand(150.0, 60.0),)),
    scene(3, hands=(hand(70.0, 60.0),)),
    scene(4, hands=(hand(70.0, 60.0),), markers=(BALL,)),
    scene(5, hands=(hand(45.0, 45.0, 26.0),), pieces=with_first(lift_mm=22.0)),
    scene(6, hands=(hand(10.0, 45.0, 26.0),), markers=(BALL,)),
    scene(7, markers=(BALL,)),
    scene(8, with_first(pose=Pose(52.0, 42.0, 15.0), vx_mm_s=300.0, spin_deg_s=90.0)),
    scene(9, with_first(pose=Pose(58.0, 42.0, 18.0), vx_mm_s=300.0), power_gain=1.0),
    scene(10, with_first(pose=Pose(58.0, 42.0, 18.0)), power_gain=1.0),
    scene(11, with_first(fallen=True, fall_toward_deg=30.0)),
    scene(12, REST[1:]),
    scene(13, ()),
    scene(14, with_first(pose=Pose(-28.0, 40.0, 0.0))),
    scene(15, with_first(pose=Pose(-200.0, 40.0, 0.0))),
    scene(16, hands=(hand(70.0, 60.0), hand(120.0, 20.0))),
    scene(17),
]


@pytest.fixture(scope="module")
def watching() -> Renderer:
    look = plain_look(roster(4), MODEL, SensorLook(readout_ms=12.0), LAMPS, ambient=0.3)
    bright = replace(look.field, turf=(0.3, 0.5, 0.3), border=(0.8, 0.8, 0.8), rim_height_mm=9.0)
    return Renderer(PROFILE, replace(look, field=bright), QUICK)


@pytest.fixture(scope="module")
def shown(watching: Renderer) -> list[tuple[np.ndarray, object]]:
    frames = [watching.render(state) for state in STORY]
    return [(frame.image, frame.truth) for frame in frames]


@pytest.mark.parametrize("number", range(len(STORY)))
def test_a_frame_is_what_it_would_be_alone(
    watching: Renderer, shown: list[tuple[np.ndarray, object]], number: int
) -> None:
    alone = Renderer(PROFILE, watching.look, QUICK).render(STORY[number])
    np.testing.assert_array_equal(shown[number][0], alone.image)
    assert shown[number][1] == alone.truth


def test_the_story_shows_something_new_every_time_but_once(
    shown: list[tuple[np.ndarray, object]], watching: Renderer
) -> None:
    """Otherwise the comparison above would prove nothing."""
    quiet = replace(watching.look.sensor, read_noise=0.0, shot_noise=0.0)
    renderer = Renderer(PROFILE, replace(watching.look, sensor=quiet), QUICK)
    images = [renderer.render(state).image for state in STORY]
    same = [k for k in range(1, len(STORY)) if np.array_equal(images[k], images[k - 1])]
    assert same == [1]


def test_a_copy_draws_the_same_and_sees_the_same(
    watching: Renderer, shown: list[tuple[np.ndarray, object]]
) -> None:
    """Recordings are painted by copies, side by side."""
    other = copy.deepcopy(watching)
    for state, (image, truth) in zip(STORY, shown, strict=True):
        again = other.render(state)
        assert np.array_equal(again.image, image)
        assert again.truth == truth
