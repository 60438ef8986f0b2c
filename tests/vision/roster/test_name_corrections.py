"""A person says who one base is: that stays; of whoever was turned out no more is known."""

from __future__ import annotations

import pytest

from referee.core.geometry.pose import Pose
from tests.vision.roster.boards import Board
from tests.vision.roster.test_new_line_up import SETTLED, begun, moved, names_at, set_up


def again(board: Board) -> dict[str, str]:
    """Names by figure after the eyes have had their time."""
    for _ in range(SETTLED):
        board.out = board.tracker.update(board.frame(), powered=False)
    return names_at(board)


def probability(board: Board, player: str) -> float:
    return next(seen.name for seen in board.out.seen if seen.player == player)


def guessed() -> Board:
    """A new line-up in which at least one name of home is wrong: it is like none before."""
    board = begun()
    board.tracker._known.habits[0]._kept.clear()
    poses = moved(board, 160.0, 30.0)
    homes = sorted(player for player in poses if player[0] == "H")
    places = [poses[player] for player in homes]
    set_up(board, poses | dict(zip(homes, places[1:] + places[:1], strict=True)))
    return board


def test_the_base_keeps_the_name_that_a_person_gave_it():
    board = guessed()
    figure, name = next((f, n) for f, n in sorted(names_at(board).items()) if f != n)
    board.tracker.correct({name: figure})
    assert again(board)[figure] == figure
    assert probability(board, figure) == 1.0


def test_whoever_was_turned_out_is_not_called_sure():
    board = guessed()
    figure, name = next((f, n) for f, n in sorted(names_at(board).items()) if f != n)
    board.tracker.correct({name: figure})
    again(board)
    assert probability(board, name) < 0.9


def other(board: Board, player: str) -> str:
    return next(seen.other for seen in board.out.seen if seen.player == player)


def test_who_else_it_may_be_is_told_until_a_person_has_said_who_it_is():
    board = guessed()
    wrong = [(f, n) for f, n in sorted(names_at(board).items()) if f != n]
    # A tenth of what is left, for ten team mates, is 2 % from here on: one of them is told.
    figure, name = next(each for each in wrong if probability(board, each[1]) < 0.8)
    assert other(board, name) not in ("", name)
    board.tracker.correct({name: figure})
    board.out = board.tracker.update(board.frame(), powered=False)
    assert other(board, figure) == ""
    assert figure not in {seen.other for seen in board.out.seen}


def test_who_else_it_may_be_belongs_to_the_figure():
    board = guessed()
    known, rows = board.tracker._known, board.tracker._known.rows
    known.other_name[:] = -1
    known.other_name[rows["H53"]], known.other_name[rows["H54"]] = rows["H55"], rows["H53"]
    known.exchange("H53", "H54")
    # H54's figure was H53 or H54; it is called H53 now, and may still be H54.
    assert known.other_name[[rows["H53"], rows["H54"]]].tolist() == [rows["H54"], rows["H55"]]


def test_no_name_is_given_twice_after_a_correction():
    board = guessed()
    for figure in sorted(names_at(board)):
        board.tracker.correct({names_at(board)[figure]: figure})
        names = again(board)
        assert sorted(names) == sorted(names.values())
    assert all(figure == name for figure, name in again(board).items())


def test_a_person_who_names_several_at_once_is_right_about_all_of_them():
    board = guessed()
    said = {name: figure for figure, name in names_at(board).items() if figure != name}
    assert len(said) > 2
    board.tracker.correct(said)
    assert all(figure == name for figure, name in again(board).items())


def test_in_a_play_the_other_one_gets_the_name_that_is_left():
    board = begun()
    board.tracker.correct({"H53": "H54"})
    names = again(board)
    assert (names["H53"], names["H54"]) == ("H54", "H53")
    assert probability(board, "H54") == 1.0
    assert probability(board, "H53") <= 0.5
    assert not board.tracker.new_line_up


def test_a_board_that_was_set_up_anew_says_so():
    board = begun()
    assert not board.tracker.new_line_up
    set_up(board, moved(board, 160.0, 30.0))
    assert board.tracker.new_line_up


@pytest.mark.parametrize("name", ["H53", "A57"])
def test_a_name_that_was_right_is_sure_once_a_person_says_so(name):
    board = begun()
    set_up(board, moved(board, 160.0, 30.0))
    figures = {n: f for f, n in names_at(board).items()}
    board.tracker.correct({name: figures[name]})
    again(board)
    assert probability(board, figures[name]) == 1.0
    assert isinstance(board.poses[name], Pose)
