"""A line-up that hands nobody could follow is named by what its figures look like."""

from __future__ import annotations

import numpy as np
import pytest

from referee.core.geometry.pose import Pose
from referee.vision.appearance.figure_gallery import FigureGallery
from tests.vision.roster.boards import IDS, Board
from tests.vision.roster.test_new_line_up import PLAY, SETTLED, names_at, set_up

SCALE = 30.0
TEAM = 11


def looks_of(seed: int) -> dict[str, np.ndarray]:
    """Eleven looks that the teams share: a view from the front and one from the back of each."""
    rng = np.random.default_rng(seed)
    basis = np.linalg.qr(rng.normal(size=(32, 32)))[0].astype(np.float32)
    return {i: basis[[k % TEAM, TEAM + k % TEAM]] for k, i in enumerate(IDS)}


def shuffled(board: Board) -> dict[str, Pose]:
    """The same places, and in each of them somebody else of the team, as far away as can be."""
    out = {}
    for first in (0, TEAM):
        mates = IDS[first : first + TEAM]
        for k, mate in enumerate(mates):
            p = board.poses[mates[(k + 4) % TEAM]]
            out[mate] = Pose(p.x_mm + 150.0, p.y_mm + 25.0, p.heading_deg)
    return out


def begun(views: dict[str, np.ndarray]) -> Board:
    """A board on which a person has said who is who, and that has run once."""
    board = Board(views=views, gallery=FigureGallery(len(IDS), SCALE))
    for _ in range(SETTLED):
        board.tracker.update(board.frame(), powered=False)
    board.play(PLAY, powered=True)
    board.play(PLAY)
    return board


def test_looks_that_were_seen_once_name_the_next_line_up():
    board = begun(looks_of(5))
    set_up(board, shuffled(board))
    assert all(figure == name for figure, name in names_at(board).items())
    assert min(seen.name for seen in board.out.seen) > 0.9


def test_without_looks_the_same_line_up_is_named_by_habit_and_wrong():
    board = begun({})
    set_up(board, shuffled(board))
    assert sum(figure == name for figure, name in names_at(board).items()) < len(IDS) / 2


@pytest.mark.parametrize("turned", [(), tuple(IDS)], ids=["front first", "back first"])
def test_a_front_that_pictures_misread_does_not_hide_who_it_is(turned):
    board = begun(looks_of(6))
    set_up(board, shuffled(board))
    for _ in range(SETTLED):
        board.out = board.tracker.update(board.frame(turned=turned, front=0.6), powered=False)
    assert all(figure == name for figure, name in names_at(board).items())


def test_two_who_look_the_same_are_not_said_to_be_known():
    views = looks_of(7)
    views["H51"] = views["H55"]
    board = begun(views)
    set_up(board, shuffled(board))
    probability = {seen.player: seen.name for seen in board.out.seen}
    assert max(probability["H51"], probability["H55"]) < 0.9
    others = set(IDS) - {"H51", "H55"}
    names = names_at(board)
    assert all(names[figure] == figure for figure in others)


def heading_of(board: Board, figure: str) -> float:
    """Which way the base at this figure's place is said to face."""
    pose = board.poses[figure]
    return next(
        seen.pose.heading_deg % 360.0
        for seen in board.out.seen
        if seen is not None and (seen.pose.x_mm, seen.pose.y_mm) == (pose.x_mm, pose.y_mm)
    )


def turned_back(board: Board, figure: str) -> dict[str, Pose]:
    """A new line-up in which one figure looks away from its opponent."""
    poses = shuffled(board)
    p = poses[figure]
    return poses | {figure: Pose(p.x_mm - 80.0, p.y_mm, p.heading_deg + 180.0)}


@pytest.mark.parametrize("views", [looks_of(8), {}], ids=["looks", "no looks"])
def test_a_passer_who_looks_back_is_known_by_its_figure(views):
    """Pictures take it for one who looks ahead, as the line-up does; only its looks know better."""
    board = begun(views)
    poses = turned_back(board, "H50")
    set_up(board, poses)
    for _ in range(SETTLED):
        board.out = board.tracker.update(board.frame(turned=["H50"], front=0.7), powered=False)
    # Where looks are unknown this is wrong: the test is about what looks add.
    wrong = 180.0 if not views else 0.0
    assert heading_of(board, "H50") == pytest.approx((poses["H50"].heading_deg + wrong) % 360.0)
