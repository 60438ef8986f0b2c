"""All 22 are set up anew by hands nobody can follow: every base has a name, and no two the same."""

from __future__ import annotations

import pytest

from referee.core.geometry.pose import Pose
from tests.vision.roster.boards import IDS, Board, hand_at

# Frames in which arms lie over everything, and frames until names have settled.
UNDER_ARMS, SETTLED = 30, 45
PLAY = 30


def set_up(board: Board, poses: dict[str, Pose]) -> None:
    """Everybody stands elsewhere; what happened in between no camera saw."""
    for k in range(UNDER_ARMS):
        everybody = set(board.poses)
        board.tracker.update(
            board.frame(missing=everybody),
            powered=False,
            hands=[hand_at(300.0 + 20.0 * (k % 5), 200.0)],
        )
    board.poses = poses
    for _ in range(SETTLED):
        board.out = board.tracker.update(board.frame(), powered=False)


def moved(board: Board, dx: float, dy: float) -> dict[str, Pose]:
    """The same formation elsewhere."""
    return {i: Pose(p.x_mm + dx, p.y_mm + dy, p.heading_deg) for i, p in board.poses.items()}


def begun() -> Board:
    """A board that has run once, so that its first line-up is known."""
    board = Board()
    board.play()
    for _ in range(PLAY):
        board.tracker.update(board.frame(), powered=True)
    for _ in range(PLAY):
        board.tracker.update(board.frame(), powered=False)
    return board


def names_at(board: Board) -> dict[str, str]:
    """Who is called what, by the figure that stands there."""
    figure = {(p.x_mm, p.y_mm): i for i, p in board.poses.items()}
    return {
        figure[(s.sighting.pose.x_mm, s.sighting.pose.y_mm)]: s.player
        for s in board.out.seen
        if s is not None
    }


def test_every_base_gets_one_name_of_its_own_team_and_nobody_is_asked():
    board = begun()
    set_up(board, moved(board, 160.0, 30.0))
    names = names_at(board)
    assert sorted(names) == sorted(names.values()) == sorted(IDS)
    assert all(figure[0] == name[0] for figure, name in names.items())
    assert board.out.doubts == ()
    assert not any(seen.doubtful for seen in board.out.seen)


def test_a_name_that_is_a_guess_says_so():
    board = begun()
    set_up(board, moved(board, 160.0, 30.0))
    assert max(seen.name for seen in board.out.seen) < 1.0


def test_a_line_up_that_was_played_from_names_the_next_one_like_it():
    board = begun()
    set_up(board, moved(board, 160.0, 30.0))
    for figure in IDS:
        name = names_at(board)[figure]
        if name != figure:
            board.tracker.swap(name, figure)
            board.out = board.tracker.update(board.frame(), powered=False)
    for _ in range(SETTLED):
        board.out = board.tracker.update(board.frame(), powered=False)
    assert all(figure == name for figure, name in names_at(board).items())
    for _ in range(PLAY):
        board.tracker.update(board.frame(), powered=True)
    for _ in range(PLAY):
        board.tracker.update(board.frame(), powered=False)
    set_up(board, moved(board, -120.0, -15.0))
    assert all(figure == name for figure, name in names_at(board).items())


@pytest.mark.parametrize("gone", ["H53", "A57"])
def test_who_is_taken_off_the_board_is_not_seen_and_the_others_are(gone):
    board = begun()
    poses = moved(board, 160.0, 30.0)
    del poses[gone]
    set_up(board, poses)
    names = names_at(board)
    assert len(names) == 21
    assert len(set(names.values())) == 21


def test_teams_that_change_ends_face_each_other_before_the_board_runs():
    """Rules of the line-up are read at rest: what pictures misread must not stand till then."""
    board = begun()
    set_up(
        board,
        {
            i: Pose(800.0 - p.x_mm, p.y_mm + 30.0, 180.0 - p.heading_deg)
            for i, p in board.poses.items()
        },
    )
    for _ in range(SETTLED):
        out = board.tracker.update(board.frame(turned=IDS, front=0.8), powered=False)
    faces = {"H": 180.0, "A": 0.0}
    for one in out.seen:
        off = (one.pose.heading_deg - faces[one.player[0]] + 180.0) % 360.0 - 180.0
        assert abs(off) < 1.0


def test_who_is_corrected_to_somebody_from_the_bench_shares_no_base():
    """The one who was taken off kept a dwell that was another's: two names stood on one base."""
    board = Board(on_board=[i for i in IDS if i not in ("H60", "A60")])
    board.play()
    board.play(PLAY, powered=True)
    board.play(PLAY)
    poses = moved(board, 160.0, 30.0)
    poses["H60"] = poses.pop("H53")
    set_up(board, poses)
    board.tracker.correct({names_at(board)["H60"]: "H60"})
    for _ in range(2 * SETTLED):
        board.out = board.tracker.update(board.frame(), powered=False)
        places = [seen.sighting.pose for seen in board.out.seen if seen is not None]
        assert len(set(places)) == len(places)
    assert names_at(board)["H60"] == "H60"


def test_who_a_hand_does_not_touch_after_the_set_up_keeps_its_name_meanwhile():
    """A hand that turned one figure had left all 22 without a name as long as it was at work."""
    board = begun()
    set_up(board, moved(board, 160.0, 30.0))
    before = names_at(board)
    touched = board.poses["H55"]
    for k in range(2 * SETTLED):
        hand = hand_at(touched.x_mm + 10.0 * (k % 3), touched.y_mm)
        board.out = board.tracker.update(board.frame(missing={"H55"}), powered=False, hands=[hand])
        now = names_at(board)
        assert now == {figure: name for figure, name in before.items() if figure in now}
        assert len(now) >= 21
