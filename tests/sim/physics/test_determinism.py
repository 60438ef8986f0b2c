"""Same seed, same game, byte for byte, whoever watches and however time is cut up."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.sim.physics.boards import record, scrum
from tests.sim.physics.fingerprint import fingerprint


@pytest.fixture(scope="module")
def here() -> tuple[str, str]:
    return fingerprint(1000 / 30, look=True)


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_another_process_with_another_hash_seed_plays_the_same_game(here, hash_seed: str) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tests.sim.physics.fingerprint"],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert tuple(run.stdout.split()) == here


@pytest.mark.parametrize("step_ms", [1.0, 7.3, 250.0, 12_000.0])
def test_the_size_of_steps_and_watching_change_nothing(here, step_ms: float) -> None:
    assert fingerprint(step_ms, look=False) == here


def test_seeds_differ() -> None:
    games = []
    for seed in (1, 2):
        board = scrum(seed)
        board.power_on()
        games.append(record(board, 200).tobytes())
    assert games[0] != games[1]


def test_the_search_for_truth_moves_nothing() -> None:
    ends = []
    for keep in (True, False):
        board = scrum(5)
        board.keep_truth(keep=keep)
        board.power_on()
        ends.append(record(board, 600).tobytes())
    assert ends[0] == ends[1]
