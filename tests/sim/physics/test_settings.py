"""Settings of board and bases, from code and from files."""

from __future__ import annotations

import math

import numpy as np
import pytest

from referee.core.errors import BadValue
from referee.sim.live.script.play_script import PlayScript
from referee.sim.physics import (
    Dynamics,
    PhysicsSettings,
    PhysicsWorld,
    load_physics,
    random_dynamics,
)
from referee.sim.physics.settings import DYNAMICS_RANGES, SETTINGS_RANGES
from tests.house import ROOT
from tests.sim.physics.boards import FIELD, roster


@pytest.mark.parametrize(
    ("make", "key"),
    [
        (
            lambda: PhysicsSettings(coast_ms=10.0),
            "coast_ms is 10.0, but should be a number from 20 to 300",
        ),
        (lambda: PhysicsSettings(coast_ms=301.0), "coast_ms"),
        (lambda: PhysicsSettings(ramp_ms=math.nan), "ramp_ms is nan"),
        (
            lambda: Dynamics(speed_mm_s=271.0),
            "speed_mm_s is 271.0, but should be a number from 0 to 270",
        ),
        (lambda: Dynamics(strength=True), "strength is True"),
        (
            lambda: PhysicsWorld(FIELD, roster(), seed=-1),
            "seed is -1, but should be a whole number from 0",
        ),
        (lambda: PhysicsWorld(FIELD, roster(), seed=1.5), "seed is 1.5"),
        (lambda: PlayScript(PhysicsWorld(FIELD, roster(11)), seed=-3), "seed is -3"),
    ],
)
def test_what_makes_no_sense_is_named_with_its_range(make, key: str) -> None:
    with pytest.raises(BadValue) as caught:
        make()
    assert key in str(caught.value)


def test_a_file_sets_the_board_and_single_players(tmp_path) -> None:
    path = tmp_path / "board.toml"
    path.write_text("[board]\ncoast_ms = 150\n[players.H1]\nspeed_mm_s = 240\n", encoding="utf-8")
    settings, players = load_physics(path, roster())
    assert settings == PhysicsSettings(coast_ms=150.0)
    assert players == {"H1": Dynamics(speed_mm_s=240.0)}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[board]\ncoast_ms = 5\n", ["board.coast_ms is 5", "20 to 300"]),
        ("[board]\ncoast = 50\n", ["board.coast", "coast_ms"]),
        ("[players.H1]\nspeed_mm_s = 400\n", ["players.H1.speed_mm_s is 400", "0 to 270"]),
        ("[players.H9]\nspeed_mm_s = 40\n", ["H9", "a player of the roster"]),
    ],
)
def test_a_bad_file_gets_one_sentence(tmp_path, text: str, words: list[str]) -> None:
    path = tmp_path / "board.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadValue) as caught:
        load_physics(path, roster())
    for word in ["board.toml", *words]:
        assert word in str(caught.value)


def test_random_bases_are_mostly_of_a_typical_speed() -> None:
    drawn = random_dynamics(roster(100), np.random.default_rng(1)).values()
    typical = [d for d in drawn if 40.0 <= d.speed_mm_s <= 120.0]
    assert len(typical) > 0.8 * len(drawn)
    assert all(d.speed_mm_s <= 270.0 for d in drawn)


@pytest.mark.parametrize("ranges", [SETTINGS_RANGES, DYNAMICS_RANGES])
def test_the_page_on_the_board_states_every_setting_with_its_range(ranges) -> None:
    page = (ROOT / "docs" / "sim-board.md").read_text(encoding="utf-8")
    rows = [
        [cell.strip() for cell in line.split("|")[1:5]] for line in page.splitlines() if "|" in line
    ]
    for key, (low, high) in ranges.items():
        (row,) = [row for row in rows if f"`{key}`" in row[0]]
        assert [float(row[2]), float(row[3])] == [low, high]
