"""Twenty-two players keep their names, whatever hands, heaps and bad sightings do."""

import math
from dataclasses import replace

import numpy as np
import pytest

from referee.core.errors import BadValue
from referee.core.geometry.pose import Pose
from referee.core.roster import Team
from referee.vision.roster.roster_tracker import RosterTracker
from referee.vision.sighting import FrameSightings
from tests.vision.roster.boards import IDS, Board, hand_at, roster, sighting


def seen(out, player):
    return out.seen[IDS.index(player)]


def heading_off(a, b):
    return abs((a - b + 180.0) % 360.0 - 180.0)


def test_each_player_gets_his_own_raw_sighting():
    board = Board()
    frame = board.frame()
    out = board.tracker.update(frame, powered=False)
    assert [s.sighting for s in out.seen] == list(frame.sightings)
    assert out.strangers == ()


def test_who_is_not_seen_is_said_to_be_not_seen():
    out = Board().play(missing={"H50", "A60"})
    assert [i for i, s in zip(IDS, out.seen, strict=True) if s is None] == ["H50", "A60"]


@pytest.mark.parametrize("powered", [False, True])
def test_a_picture_in_which_nobody_is_measured_is_survived(powered):
    board = Board()
    board.play()
    frame = board.frame()
    blank = FrameSightings(frame.t_ns, ())
    out = board.tracker.update(blank, powered=powered)
    assert all(seen is None for seen in out.seen)
    after = board.tracker.update(board.frame(), powered=powered)
    assert all(seen is not None for seen in after.seen)


def test_the_order_of_sightings_does_not_matter():
    one, other = Board(), Board()
    rng = np.random.default_rng(5)
    for _ in range(20):
        for board in (one, other):
            board.creep("H52", 2.0)
        a = one.frame()
        b = other.frame()
        mixed = FrameSightings(
            b.t_ns, tuple(b.sightings[k] for k in rng.permutation(len(b.sightings)))
        )
        assert one.tracker.update(a, powered=True) == other.tracker.update(mixed, powered=True)


def test_a_repeated_frame_changes_nothing():
    one, other = Board(), Board()
    for board, times in ((one, 1), (other, 3)):
        for _ in range(10):
            board.creep("A55", 2.0)
            frame = board.frame()
            for _ in range(times):
                out = board.tracker.update(frame, powered=True)
        board.out = out
    assert one.out == other.out


def test_time_that_runs_backwards_is_refused():
    board = Board()
    frame = board.frame()
    board.play()
    with pytest.raises(BadValue, match="t_ns"):
        board.tracker.update(frame, powered=False)


def test_a_tracker_without_a_start_says_so():
    with pytest.raises(BadValue, match="begin"):
        RosterTracker(roster()).update(FrameSightings(1, ()), powered=False)


def test_false_sightings_never_become_anybody():
    board = Board()
    rng = np.random.default_rng(3)
    for _ in range(60):
        t = board.t_ns + 1
        extra = [
            sighting(t, Pose(500.0, 200.0, 20.0), Team.HOME),
            sighting(t, Pose(*rng.uniform(420.0, 700.0, 2), 0.0), Team.AWAY),
        ]
        out = board.play(extra=extra)
        assert board.named_right(out)
        assert len(out.strangers) == 2


def test_a_player_missed_beside_a_known_logo_is_not_taken_for_it():
    board = Board()
    logo = Pose(300.0, 55.0 + 35.0 * 10, 90.0)
    board.play(30, extra=[sighting(1, logo, Team.HOME)])
    out = board.play(30, missing={"H60"}, extra=[sighting(1, logo, Team.HOME)])
    assert seen(out, "H60") is None


def test_a_heap_with_missed_sightings_keeps_everybody_apart():
    board = Board()
    rng = np.random.default_rng(8)
    for _ in range(90):
        for i in IDS[:5]:
            board.poses[i] = replace(
                board.poses[i], x_mm=board.poses[i].x_mm + 1.2, y_mm=board.poses[i].y_mm - 0.3
            )
        missing = {i for i in IDS if rng.random() < 0.2}
        out = board.play(powered=True, missing=missing)
        assert board.named_right(out)
    assert out.doubts == ()


def test_a_hand_over_three_figures_changes_nothing():
    board = Board()
    three = {"H53", "H54", "H55"}
    board.play(5)
    board.play(40, missing=three, hands=[hand_at(300.0, 160.0)])
    out = board.play(5)
    assert board.named_right(out)
    assert all(out.seen)
    assert out.doubts == ()


def test_a_figure_picked_up_and_set_back_elsewhere_keeps_its_name():
    board = Board()
    board.play(5)
    board.play(10, missing={"H53"}, hands=[hand_at(300.0, 125.0)])
    board.poses["H53"] = Pose(150.0, 200.0, 30.0)
    board.play(10, missing={"H53"}, hands=[hand_at(150.0, 200.0)])
    out = board.play(40)
    assert seen(out, "H53") is not None
    assert board.named_right(out)
    assert heading_off(seen(out, "H53").pose.heading_deg, 30.0) < 1.0
    assert out.doubts == ()


def test_a_figure_turned_by_hand_at_a_stop_faces_its_new_way():
    board = Board()
    board.play(5)
    board.play(20, missing={"A52"}, hands=[hand_at(340.0, 90.0)])
    board.poses["A52"] = Pose(340.0, 90.0, 75.0)
    out = board.play(40)
    assert heading_off(seen(out, "A52").pose.heading_deg, 75.0) < 1.0
    assert board.named_right(out)
    assert out.doubts == ()


def swapped_under_a_hand():
    board = Board()
    board.play(5)
    board.play(40, missing={"H53", "H54"}, hands=[hand_at(300.0, 142.0)])
    a, b = board.poses["H53"], board.poses["H54"]
    board.poses["H53"] = Pose(b.x_mm + 4.0, b.y_mm + 3.0, 12.0)
    board.poses["H54"] = Pose(a.x_mm - 4.0, a.y_mm - 3.0, -15.0)
    return board, board.play(60)


def test_two_look_alikes_moved_under_one_hand_are_in_doubt():
    _, out = swapped_under_a_hand()
    (doubt,) = out.doubts
    assert set(doubt.players) == {"H53", "H54"}
    assert doubt.question.endswith("?")
    assert all(i in doubt.question for i in doubt.players)
    assert [s.player for s in out.seen if s and s.doubtful] == ["H53", "H54"]


def test_the_answer_to_a_doubt_is_taken():
    board, out = swapped_under_a_hand()
    (doubt,) = out.doubts
    standing = [
        min(
            ("H53", "H54"),
            key=lambda i: math.hypot(board.poses[i].x_mm - x, board.poses[i].y_mm - y),
        )
        for x, y in doubt.places_mm
    ]
    board.tracker.answer(doubt.number, standing)
    out = board.play()
    assert out.doubts == ()
    assert board.named_right(out)


def test_an_answer_that_makes_no_sense_is_refused():
    board, out = swapped_under_a_hand()
    number = out.doubts[0].number
    for standing in (["H53"], ["H53", "H53"], ["H53", "X1"]):
        with pytest.raises(BadValue, match="standing"):
            board.tracker.answer(number, standing)
    with pytest.raises(BadValue, match="doubt"):
        board.tracker.answer(number + 1, ["H53", "H54"])


def test_one_turned_frame_does_not_turn_the_front():
    board = Board()
    board.play(10)
    out = board.play(turned={"H50"})
    assert seen(out, "H50").turned
    assert heading_off(seen(out, "H50").pose.heading_deg, 0.0) < 1.0
    assert seen(out, "H50").corners_px[0] == seen(out, "H50").sighting.corners_px[2]


def test_the_way_it_creeps_corrects_a_front_that_the_picture_has_wrong():
    board = Board(on_board=["H50"])  # nobody to line up against
    board.tracker = RosterTracker(roster())
    at = board.poses["H50"]
    board.tracker.begin(0, {"H50": Pose(at.x_mm, at.y_mm, 180.0)}, {"H50": 0.9})
    out = board.play(5, turned={"H50"})
    assert heading_off(seen(out, "H50").pose.heading_deg, 180.0) < 1.0
    out = board.play(60, powered=True, turned={"H50"}, each=lambda: board.creep("H50", 2.0))
    assert heading_off(seen(out, "H50").pose.heading_deg, 0.0) < 1.0


def test_what_is_expected_is_where_the_figure_goes():
    board = Board()
    board.play(30, powered=True, each=lambda: board.creep("A50", 3.0))
    ahead = board.tracker.expected(board.t_ns + 33_333_333)[IDS.index("A50")]
    assert ahead.player == "A50"
    assert abs(ahead.pose.x_mm - (board.poses["A50"].x_mm - 3.0)) < 0.5


def test_who_is_missed_for_a_moment_does_not_jump_to_what_appears_beside_him():
    board = Board()
    board.play(20, powered=True)
    place = board.poses["H60"]
    beside = sighting(1, Pose(place.x_mm + 5.0, place.y_mm + 28.0, 0.0), Team.HOME)
    out = board.play(powered=True, missing={"H60"}, extra=[beside])
    assert seen(out, "H60") is None


def test_what_shows_the_other_team_where_somebody_stands_is_nobodys():
    board = Board()
    board.play(20, powered=True)
    for _ in range(4):
        board.play(powered=True, missing={"A53"})
    at = board.poses["H53"]
    wrong = sighting(1, at, Team.AWAY)
    out = board.play(powered=True, missing={"H53", "A53"}, extra=[wrong])
    assert seen(out, "H53") is None
    assert seen(out, "A53") is None


def test_a_front_misread_for_a_second_is_not_turned():
    board = Board()
    board.play(60)
    out = board.play(30, turned={"H50"}, front=0.9)
    assert heading_off(seen(out, "H50").pose.heading_deg, 0.0) < 1.0


def test_the_line_up_turns_a_front_that_pictures_have_wrong():
    board = Board()
    board.play(5)
    board.play(10, missing={"H53"}, hands=[hand_at(300.0, 125.0)])
    board.poses["H53"] = Pose(150.0, 200.0, 0.0)
    board.play(10, missing={"H53"}, hands=[hand_at(150.0, 200.0)])
    board.play(40, turned={"H53"}, front=0.8)
    out = board.play(3, powered=True, turned={"H53"}, front=0.8)
    assert heading_off(seen(out, "H53").pose.heading_deg, 0.0) < 1.0


def test_two_players_whom_the_coach_swaps_are_the_other_way_round_from_then_on():
    board = Board()
    board.play(40)
    board.tracker.swap("H53", "H54")
    board.poses["H53"], board.poses["H54"] = board.poses["H54"], board.poses["H53"]
    assert board.named_right(board.play(10))


def test_only_players_who_are_seen_can_be_swapped():
    board = Board()
    board.play(10)
    with pytest.raises(BadValue, match="somebody else"):
        board.tracker.swap("H53", "H53")
    with pytest.raises(BadValue, match="H99"):
        board.tracker.swap("H53", "H99")


def test_who_was_not_found_at_the_start_is_named_once_he_is_seen():
    board = Board()
    places = {i: p for i, p in board.poses.items() if i != "H53"}
    board.tracker = RosterTracker(board.tracker.roster)
    board.tracker.begin(0, places, dict.fromkeys(places, 0.95), lost=["H53"])
    board.play(20, missing={"H53"})
    assert board.named_right(board.play(60))


def test_who_falls_as_the_board_stops_is_found_though_no_hand_was_there():
    board = Board()
    board.play(30, powered=True, each=lambda: board.creep("A55", 2.0))
    board.play(12, powered=True, missing={"A55"})
    fell = board.poses["A55"]
    wide = ((2.0, 0.0, 0.0), (0.0, 2.0, 0.0), (0.0, 0.0, 2.0))
    for number in range(120):
        # The detector alone sees who lies, it is not sure at first, and skips pictures.
        said = replace(sighting(0, fell, Team.AWAY), covariance=wide, fallen=0.99)
        looks = number >= 30 and number % 5 == 0
        extra = [replace(said, t_ns=board.t_ns + board.frame_ns)] if looks else []
        out = board.play(missing={"A55"}, extra=extra)
        if seen(out, "A55") is not None:
            break
    assert seen(out, "A55").pose.x_mm == fell.x_mm
    assert board.t_ns < 6_000_000_000


def alone(front):
    """One figure with nobody to line up against; so likely its front is where it is said to be."""
    board = Board(on_board=["H50"])
    board.tracker = RosterTracker(roster())
    board.tracker.begin(0, board.poses, {"H50": front})
    return board


def carried_to(board, player, pose):
    """A hand takes a figure from where it stands and sets it down at a place."""
    at = board.poses[player]
    board.play(10, missing={player}, hands=[hand_at(at.x_mm, at.y_mm)])
    board.poses[player] = pose
    board.play(10, missing={player}, hands=[hand_at(pose.x_mm, pose.y_mm)])


def test_what_creeping_said_of_a_front_does_not_go_along_to_where_a_hand_sets_the_figure():
    board = alone(0.9)
    board.play(90, powered=True, each=lambda: board.creep("H50", 2.0))
    board.play(30)
    carried_to(board, "H50", Pose(150.0, 220.0, 90.0))
    # Its sightings now head the way its rear points, and the picture says that they do.
    out = board.play(60, front=0.05)
    assert heading_off(seen(out, "H50").pose.heading_deg, 270.0) < 1.0


def test_what_creeping_said_of_a_front_holds_for_a_figure_that_a_hand_turned_a_little():
    board = alone(0.9)
    board.play(90, powered=True, each=lambda: board.creep("H50", 2.0))
    board.play(30)
    at = board.poses["H50"]
    carried_to(board, "H50", Pose(at.x_mm, at.y_mm, 20.0))
    # Pictures speak a little for the other end: less than the creeping did before.
    out = board.play(60, front=0.4)
    assert heading_off(seen(out, "H50").pose.heading_deg, 20.0) < 1.0


@pytest.mark.parametrize(("frames", "heading"), [(60, 0.0), (90, 180.0)])
def test_a_front_turns_round_only_once_pictures_speak_clearly_against_it(frames, heading):
    # A picture at log-odds -0.4055 (front 0.4) counts for 2 / s * 0.4055 / 2: after 2 s it is
    # -0.81 and nothing turns, after 3 s it is beyond -1, where the front turns round.
    out = alone(0.5).play(frames, powered=True, front=0.4)
    assert heading_off(seen(out, "H50").pose.heading_deg, heading) < 1.0


def lost_and_found(*lost):
    """After how many frames ``H53`` has its name again; these are out of sight for a third of a
    second, and it is pushed aside meanwhile, farther than it is looked for.
    """
    board = Board()
    board.play(10)
    board.play(10, powered=True)
    board.play(10, powered=True, missing=set(lost))
    p = board.poses["H53"]
    board.poses["H53"] = Pose(p.x_mm - 45.0, p.y_mm + 8.0, p.heading_deg + 50.0)
    rest = set(lost) - {"H53"}
    for frame in range(60):
        if board.play(powered=True, missing=rest).seen[IDS.index("H53")] is not None:
            return frame
    return 60


def test_the_only_one_of_a_team_who_is_missed_is_known_as_soon_as_it_shows():
    assert lost_and_found("H53") < 8


def test_one_of_two_who_are_missed_is_not_known_so_soon():
    assert lost_and_found("H53", "H57") > 12


def test_one_of_two_is_known_sooner_where_the_other_was_lost_far_away():
    assert lost_and_found("H53", "H60") < lost_and_found("H53", "H57")
