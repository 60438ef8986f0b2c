"""A whole stop is named together: by what hands did, who was there, and what bases look like."""

from dataclasses import replace

import pytest

from referee.core.geometry.pose import Pose
from referee.core.roster import Team
from referee.sim.sighting_maker import DetectorFaults
from referee.vision.roster.roster_frame import HandArea
from tests.vision.roster.boards import IDS, Board, hand_at, sighting

STEPS = 12


def seen(out, player):
    return out.seen[IDS.index(player)]


def carry(board, player, to, *, fps=30, other=lambda k: ()):
    """One hand goes to a player, takes him straight to a place and leaves; others may be about."""
    start = board.poses[player]
    away = Pose(start.x_mm, -120.0, 0.0)

    def glide(a, b, frames, missing):
        for k in range(frames):
            s = (k + 1) / frames
            x, y = a.x_mm + s * (b.x_mm - a.x_mm), a.y_mm + s * (b.y_mm - a.y_mm)
            hands = [hand_at(x, y), *other(k)]
            hidden = {i for i, p in board.poses.items() if under(p, hands)}
            board.play(missing=missing | hidden, hands=hands)

    glide(away, start, STEPS, set())
    glide(start, start, 6, set())
    glide(start, to, STEPS, {player})
    board.poses[player] = to
    glide(to, to, 6, set())
    glide(to, Pose(to.x_mm, -120.0, 0.0), STEPS, set())


def under(pose, hands):
    return any(
        h.left_mm < pose.x_mm < h.right_mm and h.near_mm < pose.y_mm < h.far_mm for h in hands
    )


def test_look_alikes_carried_one_after_the_other_keep_their_names():
    board = Board()
    board.play(10)
    carry(board, "H53", Pose(150.0, 220.0, 20.0))
    carry(board, "H54", Pose(180.0, 300.0, 0.0))
    carry(board, "H55", Pose(120.0, 100.0, -10.0))
    out = board.play(30)
    assert all(out.seen)
    assert board.named_right(out)
    assert out.doubts == ()


def test_a_figure_that_takes_the_place_of_another_is_not_taken_for_him():
    board = Board()
    board.play(10)
    place = board.poses["H53"]
    carry(board, "H53", Pose(150.0, 220.0, 20.0))
    carry(board, "H57", place)
    out = board.play(30)
    assert all(out.seen)
    assert board.named_right(out)


def test_what_was_named_in_a_stop_holds_when_the_board_is_switched_on_at_once():
    board = Board()
    board.play(10)
    carry(board, "A52", Pose(480.0, 250.0, 170.0))
    out = board.play(3, powered=True)
    assert board.named_right(out)
    assert seen(out, "A52") is not None


def test_it_works_at_half_the_frames():
    board = Board(frame_ns=66_666_667)
    board.play(10)
    carry(board, "H53", Pose(150.0, 220.0, 20.0))
    carry(board, "A58", Pose(500.0, 90.0, 180.0))
    out = board.play(20)
    assert all(out.seen)
    assert board.named_right(out)
    assert out.doubts == ()


def test_a_base_that_a_hand_lifts_does_not_take_its_stay_along():
    board = Board()
    board.play(10)
    at = board.poses["H53"]
    for k in range(16):
        rough = sighting(1, Pose(at.x_mm - 4.0 * k, at.y_mm, 0.0), Team.HOME)
        wide = replace(rough, covariance=((4.0, 0.0, 0.0), (0.0, 4.0, 0.0), (0.0, 0.0, 0.01)))
        board.play(missing={"H53"}, hands=[hand_at(at.x_mm - 4.0 * k, at.y_mm)], extra=[wide])
    board.poses["H53"] = Pose(150.0, 220.0, 0.0)
    board.play(30, missing={"H53"})
    out = board.play(30)
    assert seen(out, "H54") is not None
    assert board.named_right(out)


def test_five_against_five_leave_the_others_unseen():
    ten = [i for i in IDS if int(i[1:]) < 55]
    board = Board(on_board=ten)
    out = board.play(10)
    assert [s is not None for s in out.seen] == [i in ten for i in IDS]
    carry(board, "H52", Pose(150.0, 220.0, 20.0))
    out = board.play(30)
    assert board.named_right(out)
    assert seen(out, "H52") is not None


@pytest.mark.parametrize("tips", [((300.0, 125.0),), ((240.0, 125.0), (300.0, 125.0))])
def test_a_hand_that_only_rests_over_figures_moves_nobody(tips):
    board = Board()
    board.play(10)
    area = HandArea(200.0, -100.0, 340.0, 165.0, tips)
    hidden = {"H50", "H51", "H52", "H53", "H54"}
    board.play(60, missing=hidden, hands=[area])
    out = board.play(20)
    assert all(out.seen)
    assert board.named_right(out)
    assert out.doubts == ()


def test_every_figure_is_misread_in_a_share_of_its_own():
    low, high = DetectorFaults().flipped
    assert 0.0 < low < high <= 0.3


def test_one_sighting_at_his_old_place_does_not_hold_who_has_left_it():
    board = Board()
    board.play(10)
    old = board.poses["H53"]
    carry(board, "H53", Pose(150.0, 220.0, 20.0))
    board.play(2, extra=[sighting(1, old, Team.HOME)])
    out = board.play(40)
    assert seen(out, "H53") is not None
    assert board.named_right(out)
    assert out.doubts == ()


def test_nobody_is_named_while_a_hand_is_still_at_him():
    board = Board()
    board.play(10)
    there = Pose(150.0, 220.0, 20.0)
    board.play(10, missing={"H53"}, hands=[hand_at(300.0, 125.0)])
    board.poses["H53"] = there
    board.play(6, missing={"H53"}, hands=[hand_at(150.0, 220.0)])
    out = board.play(45, hands=[hand_at(150.0, 220.0)])
    assert seen(out, "H53") is None
    out = board.play(60)
    assert seen(out, "H53") is not None
    assert board.named_right(out)


def test_a_figure_is_named_soon_after_the_hand_has_gone_on_to_others():
    board = Board()
    board.play(10)
    carry(board, "H53", Pose(150.0, 220.0, 20.0))
    out = board.play(75, hands=[hand_at(600.0, 100.0)])
    assert seen(out, "H53") is not None
    assert board.named_right(out)


def everybody_rolls_on_unseen(board, unseen_frames):
    """All creep along, the picture stays away while they roll on a little, and then they rest."""

    def creep_all():
        for player in IDS:
            board.creep(player, 0.6)

    board.play(40, powered=True, each=creep_all)
    for _ in range(12):
        creep_all()
    board.t_ns += 12 * board.frame_ns
    board.play(unseen_frames, missing=set(IDS))


@pytest.mark.parametrize("unseen_frames", [2, 30])
def test_everybody_who_rolled_on_unseen_is_found_again_without_a_hand(unseen_frames):
    board = Board()
    board.play(5)
    everybody_rolls_on_unseen(board, unseen_frames)
    out = board.play(60)
    assert all(out.seen)
    assert board.named_right(out)
    assert out.doubts == ()
