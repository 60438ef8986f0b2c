"""What comes of bases that meet: who gives way, and that nobody ever overlaps."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from referee.core.geometry.pose import Pose
from referee.sim.physics import Dynamics
from tests.sim.physics.boards import (
    CALM,
    FIELD,
    MS,
    STANDARD,
    STEADY,
    outline,
    record,
    scrum,
    shapely_gaps,
    world,
)

OVERLAP_MM = 0.02


def test_a_base_alone_takes_up_its_speed() -> None:
    board = world({"H0": Pose(100.0, 200.0, 30.0)})
    board.power_on()
    board.step_to(1000 * MS)
    piece = board.state().pieces[0]
    assert math.hypot(piece.vx_mm_s, piece.vy_mm_s) == pytest.approx(80.0, rel=0.01)
    assert math.degrees(math.atan2(piece.vy_mm_s, piece.vx_mm_s)) == pytest.approx(30.0, abs=0.1)


def test_the_dial_turns_a_base_by_the_way_it_goes() -> None:
    board = world({"H0": Pose(100.0, 100.0, 0.0)}, dynamics=replace(STEADY, curve_deg_per_mm=0.4))
    board.power_on()
    poses = record(board, 2500)[:, 0]
    way = np.hypot(*np.diff(poses[:, :2], axis=0).T)[1000:].sum()
    turned = math.degrees(poses[-1, 2] - poses[1000, 2])
    assert turned == pytest.approx(0.4 * way, rel=0.02)


@pytest.mark.parametrize("strength", [1.5, 2.5])
def test_the_stronger_of_two_pushes_the_other_back(strength: float) -> None:
    board = world(
        {"H0": Pose(200.0, 200.0, 0.0), "A0": Pose(229.0, 200.0, 180.0)},
        dynamics={
            "H0": replace(STEADY, strength=strength),
            "A0": STEADY,
            "H1": STEADY,
            "A1": STEADY,
        },
    )
    board.power_on()
    poses = record(board, 1500)
    assert poses[-1, 1, 0] > poses[500, 1, 0] + 5.0


def test_equals_head_on_stand_still() -> None:
    board = world({"H0": Pose(200.0, 200.0, 0.0), "A0": Pose(230.0, 200.0, 180.0)})
    board.power_on()
    poses = record(board, 1500)
    assert np.abs(poses[-1, :, 0] - poses[500, :, 0]).max() < 0.5


def test_a_base_hit_off_its_middle_is_turned() -> None:
    asleep = Dynamics(speed_mm_s=0.0, speed_noise=0.0, turn_noise_deg_s=0.0)
    board = world(
        {"H0": Pose(200.0, 200.0, 0.0), "A0": Pose(235.0, 212.0, 90.0)},
        dynamics={"H0": STEADY, "A0": asleep, "H1": asleep, "A1": asleep},
    )
    board.power_on()
    board.step_to(1500 * MS)
    # Pushed below its middle toward +x, it turns to the left.
    assert board.state().pieces[1].pose.heading_deg > 95.0


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_bases_in_a_scrum_never_overlap_more_than_hundredths(seed: int) -> None:
    board = scrum(seed)
    board.power_on()
    poses = record(board, 2000)[::10]
    players = list(board.roster)
    for i, a in enumerate(players):
        for j in range(i + 1, len(players)):
            gaps = shapely_gaps(a.base, poses[:, i], players[j].base, poses[:, j])
            assert gaps.min() > -OVERLAP_MM


def test_top_speed_head_on_does_not_overlap_either() -> None:
    fast = replace(STEADY, speed_mm_s=270.0)
    board = world({"H0": Pose(100.0, 200.0, 0.0), "A0": Pose(400.0, 203.0, 180.0)}, dynamics=fast)
    board.power_on()
    poses = record(board, 1200)
    gaps = shapely_gaps(STANDARD, poses[:, 0], STANDARD, poses[:, 1])
    assert gaps.min() > -OVERLAP_MM
    assert gaps[-1] < OVERLAP_MM


@pytest.mark.parametrize("heading", [0.0, 35.0, 90.0, 200.0, 300.0])
def test_the_rim_keeps_bases_on_the_metal(heading: float) -> None:
    fast = replace(STEADY, speed_mm_s=250.0)
    board = world({"H0": Pose(350.0, 200.0, heading)}, dynamics=fast)
    board.power_on()
    for _ in range(40):
        board.step_to(board.now_ns + 100 * MS)
        low_x, low_y, high_x, high_y = outline(STANDARD, board.state().pieces[0].pose).bounds
        assert low_x > FIELD.metal_left_x_mm - OVERLAP_MM
        assert high_x < FIELD.metal_right_x_mm + OVERLAP_MM
        assert low_y > FIELD.metal_near_y_mm - OVERLAP_MM
        assert high_y < FIELD.metal_far_y_mm + OVERLAP_MM


def test_locked_bases_part_less_than_free_ones() -> None:
    apart = []
    for rate in (0.0, 50.0):
        settings = replace(CALM, locks_per_s=rate, lock_holds_s=60.0, lock_breaks_mm_s2=50000.0)
        away = replace(STEADY, curve_deg_per_mm=0.0)
        board = world(
            {"H0": Pose(200.0, 200.0, 0.0), "A0": Pose(229.0, 207.0, 120.0)},
            dynamics=away,
            settings=settings,
        )
        board.power_on()
        end = record(board, 2500)[-1]
        apart.append(math.hypot(*(end[0, :2] - end[1, :2])))
    assert apart[1] < apart[0] - 5.0
