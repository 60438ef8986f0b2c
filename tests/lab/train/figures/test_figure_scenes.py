"""Training pictures of figures: crops of each in every frame, sharp where they are looked at."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from referee.core.geometry.pose import Pose
from referee.core.roster import Team
from referee.lab.train.figures.figure_scenes import evening_board, measured, views_of
from referee.lab.train.figures.figure_squads import SQUAD, joined_roster, random_squad
from referee.loaders.fields import load_field
from referee.sim.art.looks.table_light import TableLight
from referee.vision.network.crops import CropPlan


def test_a_board_gives_every_figure_in_every_frame_with_its_jersey_in_the_middle():
    board = evening_board(6_001, TableLight.CEILING)
    board = replace(board, squads=board.squads[:1])
    views = views_of(board, 2, np.random.default_rng(1), CropPlan())
    assert views.crops.shape == (1, 2, SQUAD, 6, 64, 64)
    assert (views.facts[..., 2] > 0.2).all()
    middle = views.crops[0, 0, :, 3:, 24:40, 24:40].astype(float).mean(axis=(2, 3))
    teams = np.array([player.team is Team.HOME for player in board.squads[0].roster])
    home, away = middle[teams].mean(axis=0), middle[~teams].mean(axis=0)
    assert np.abs(home - away).max() > 20.0  # their uniforms are of contrast


def test_numbers_are_different_within_a_team_and_names_within_a_board():
    profile, rng = load_field("620"), np.random.default_rng(2)
    squads = [random_squad(profile, rng, k) for k in range(3)]
    assert len({player.id for player in joined_roster(squads)}) == 3 * SQUAD
    for squad in squads:
        for team in Team:
            numbers = [p.number for p in squad.roster if p.team is team]
            assert len(set(numbers)) == len(numbers) == SQUAD // 2


def test_measured_poses_are_off_by_tenths_of_a_millimetre():
    true = (Pose(100.0, 50.0, 30.0),) * 4000
    found = measured(true, np.random.default_rng(3))
    away = [abs(p.x_mm - 100.0) for p in found]
    assert 0.1 < float(np.median(away)) < 0.25
    assert float(np.max(away)) < 6.0
