"""Two teams when nobody brought any: eleven a side, and substitutes beside the board."""

from __future__ import annotations

from collections import Counter

import pytest

from referee.core.errors import BadValue
from referee.core.roster import Team
from referee.sim.live.setup import SimSetup, build_scene
from referee.sim.live.simulated_board import SimulatedBoard
from referee.sim.live.teams import MOST_BESIDE, usual_roster


@pytest.mark.parametrize("seed", [1, 2, 816_000])
def test_the_first_eleven_are_the_same_with_and_without_substitutes(seed):
    alone, bench = usual_roster(seed), usual_roster(seed, 2)
    assert bench.players[:22] == alone.players
    assert Counter(p.team for p in bench) == {Team.HOME: 13, Team.AWAY: 13}


def test_each_substitute_has_a_number_of_its_own():
    for team in Team:
        numbers = [p.number for p in usual_roster(3, MOST_BESIDE) if p.team is team]
        assert len(set(numbers)) == len(numbers) == 11 + MOST_BESIDE


def test_without_a_word_nobody_waits_beside_the_board():
    assert len(build_scene(SimSetup(width_px=320, height_px=180))[1]) == 22


def test_the_look_of_the_first_eleven_is_the_same_with_and_without_substitutes():
    small = {"width_px": 320, "height_px": 180}
    alone, bench = (build_scene(SimSetup(substitutes=n, **small))[2] for n in (0, 2))
    assert set(bench.figures) - set(alone.figures) == {"H75", "H28", "A79", "A44"}
    assert all(bench.figures[name] == look for name, look in alone.figures.items())


def test_on_a_board_with_a_script_the_substitutes_stay_beside_it():
    setup = SimSetup(substitutes=2, width_px=320, height_px=180, coach_switches=False)
    board = SimulatedBoard(setup, build_scene(setup))
    board.step_to(40_000_000_000)
    there = {piece.player_id for piece in board.state().pieces}
    assert there == {p.id for p in usual_roster(setup.seed)}


def test_more_than_a_bench_holds_is_refused():
    with pytest.raises(BadValue, match="substitutes of each team is 5, but should be 0 to 4"):
        SimSetup(substitutes=MOST_BESIDE + 1)
