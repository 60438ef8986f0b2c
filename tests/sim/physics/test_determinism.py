"""Same seed, same game, byte for byte, whoever watches and however time is cut up."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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


@given(
    st.lists(st.integers(1, 400_000_000), min_size=1, max_size=6), st.integers(900_000, 90_000_000)
)
@settings(max_examples=15)
def test_commands_at_any_instant_and_any_steps_between_them_give_one_game(waits, step_ns) -> None:
    games = []
    for step in (None, step_ns):
        board = scrum(9)
        for k, wait in enumerate([*waits, 500_000_000]):
            until = board.now_ns + wait
            while step is not None and board.now_ns + step < until:
                board.step_to(board.now_ns + step)
            board.step_to(until)
            (board.power_off if k % 2 else board.power_on)()
        games.append(([e.to_json() for e in board.events()], repr(board.state())))
    assert games[0] == games[1]
