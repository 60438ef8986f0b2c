"""The reader that comes along, on a rendered picture of a usual game night."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from referee.core.geometry.base_shape import rounded_rectangle
from referee.core.geometry.pose import Pose
from referee.core.roster import Player, Roster, Team
from referee.lab.dataset.looks.close_up import window
from referee.loaders.fields import load_field
from referee.sim.art.looks.standard_look import standard_look
from referee.sim.board_state import BoardState, PieceState
from referee.sim.render import LIVE, Renderer
from referee.vision.network.base_reader import load_reader
from tests.house import ROOT

BASE = rounded_rectangle("usual", 27.8, 20.6, 2.0, 3.0)
PLACES_MM = tuple((x, y) for y in (130.0, 185.0, 240.0) for x in (170.0, 240.0, 310.0, 380.0))
TURNS_DEG = (0.0, 50.0, 110.0, 180.0, 205.0, 260.0, 300.0, 345.0, 90.0, 15.0)
FALLEN = (8, 9)
EMPTY = PLACES_MM[10:]


@pytest.fixture(scope="module")
def night():
    """A part of the board with eight standing figures and two fallen ones; where it is empty."""
    profile = load_field("500")
    players = tuple(
        Player(f"P{k}", (Team.HOME, Team.AWAY)[k % 2], 10 + k, BASE) for k in range(len(TURNS_DEG))
    )
    look = standard_look(profile, Roster(players), 3)
    look = replace(look, camera=window(look.camera, 480, 300, 960, 600))
    pieces = tuple(
        PieceState(player.id, Pose(x, y, turn), fallen=k in FALLEN, fall_toward_deg=70.0)
        for k, (player, (x, y), turn) in enumerate(zip(players, PLACES_MM, TURNS_DEG, strict=False))
    )
    frame = Renderer(profile, look, LIVE).render(BoardState(0, 0.0, pieces))
    return frame.image, load_reader(ROOT / "models" / "reader", look.camera, threads=1)


def poses(which, turn_deg=0.0):
    return [Pose(*PLACES_MM[k], TURNS_DEG[k] + turn_deg) for k in which]


def test_fronts_are_read_either_way(night):
    image, reader = night
    straight = reader.read(image, poses(range(8)), [BASE] * 8)
    turned = reader.read(image, poses(range(8), 180.0), [BASE] * 8)
    assert np.mean([r.front > 0.5 for r in straight]) >= 0.75
    assert np.mean([r.front < 0.5 for r in turned]) >= 0.75


def test_standing_figures_stand_and_fallen_ones_lie(night):
    image, reader = night
    assert max(r.fallen for r in reader.read(image, poses(range(8)))) < 0.5
    middle = [Pose(p.x_mm + 4.0, p.y_mm + 12.0, 0.0) for p in poses(FALLEN)]  # base to figure
    assert min(r.fallen for r in reader.read(image, middle)) > 0.5


def test_bases_are_told_from_board(night):
    image, reader = night
    assert min(r.base for r in reader.read(image, poses(range(8)))) > 0.5
    empty = [Pose(x, y, 0.0) for x, y in EMPTY]
    assert max(r.base for r in reader.read(image, empty)) < 0.5
