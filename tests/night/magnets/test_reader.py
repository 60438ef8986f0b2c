"""Magnets as commands: each is understood once, by its colour, and may be taken back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.calls.call import Call, CallAction, CallKind
from referee.calls.episode import Episode
from referee.calls.play_name import PlayName
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.roster import Team
from referee.game.events import Noted, NoteTopic
from referee.loaders.rulebooks import load_rulebook
from referee.night.commands import AddNote, Declare, RemoveNote
from referee.night.magnets.placed_magnet import MagnetScene, PlacedMagnet, on_field
from referee.night.magnets.reader import MagnetReader
from referee.official.declarations.types import BallAtRest, PassAimed, PlayNamed, TargetRemoved
from referee.official.outcome import OpenQuestion, PlayNotice, QuestionKind
from referee.record.observation import ObservedMarker
from referee.rulebooks.play_step import PlayStep
from referee.vision.sighting import Thing
from tests.core.fields import EASY
from tests.official.evenings import ROSTER, STATE

S = 1_000_000_000
STEP_NS = S // 5
RED, YELLOW, GREEN = Thing.RED_MAGNET, Thing.YELLOW_MAGNET, Thing.GREEN_MAGNET
BALL, FELT, PYLON = Thing.BALL_MAGNET, Thing.FELT_BALL, Thing.ORANGE_PYLON
NOTICE = PlayNotice(
    PlayStep.DEAD, None, Team.HOME, "H22", None, False, None, None, "nobody", (), ()
)
TACKLE = Call(
    0,
    0,
    CallKind.TACKLE,
    "EFHL-TKL-01",
    1.0,
    CallAction.CUT,
    (),
    None,
    None,
    None,
    (),
    (0,),
    Episode.read("e"),
)
# Home plays to the right from x = 300 (its own 37 and a half), a yard is 8 mm; H22 faces right.
PLACES = {
    "H22": MeasuredPose.with_sigmas(Pose(200.0, 160.0, 0.0), 0.2, 0.2, 0.5),
    "A50": MeasuredPose.with_sigmas(Pose(400.0, 160.0, 180.0), 0.2, 0.2, 0.5),
}
RULES = load_rulebook("efhl").game
SCENE = MagnetScene(
    "efhl",
    RULES,
    EASY,
    ROSTER,
    {Team.HOME: "Reds", Team.AWAY: "Blues"},
    NOTICE,
    STATE,
    PLACES,
    TACKLE,
    7,
)
STOP = replace(NOTICE, step=PlayStep.TO_THE_LINE)


def marker(kind, x, y, score=0.9):
    return ObservedMarker(kind.value, x, y, 0.0, score, 0.4)


class Table:
    """A board on which magnets are laid and taken up, looked at five times a second."""

    def __init__(self, scene=SCENE, notice=None, **changed):
        self.scene = replace(scene, **changed)
        if notice is not None:
            self.scene = replace(self.scene, notice=notice)
        self.reader, self.now_ns = MagnetReader(), 0
        self.told = []
        self.look(3.0)

    def look(self, seconds, *markers, steady=True, power=False):
        for _ in range(round(seconds * S / STEP_NS)):
            self.now_ns += STEP_NS
            self.told += self.reader.update(
                self.now_ns, markers, steady=steady, power=power, at=self.scene
            )

    def hand(self):
        self.look(1.0, steady=False)

    @property
    def sentences(self):
        return [each.sentence for each in self.told]

    @property
    def commands(self):
        return [each.command for each in self.told if each.command is not None]


CHALLENGE = Noted(
    "challenge: call 7, tackle", "EFHL-CHL-01", flagged=True, about=NoteTopic.CHALLENGE
)


def test_a_red_magnet_asks_once_for_review_of_the_last_call():
    table = Table()
    table.hand()
    table.look(60.0, marker(RED, 300, 100))
    assert table.sentences == ["Challenge. It goes to review: tackle."]
    assert table.commands == [AddNote(CHALLENGE)]


def test_a_red_magnet_taken_up_again_takes_the_challenge_back_once():
    table = Table()
    table.look(4.0, marker(RED, 300, 100))
    table.hand()
    table.look(10.0)
    assert table.commands == [AddNote(CHALLENGE), RemoveNote(CHALLENGE)]
    assert table.told[-1].taken_back


def test_after_the_next_snap_it_is_only_put_away():
    table = Table()
    table.look(4.0, marker(RED, 300, 100))
    table.look(1.0, marker(RED, 300, 100), power=True)
    table.hand()
    table.look(10.0)
    assert table.commands == [AddNote(CHALLENGE)]


def test_a_red_magnet_that_is_moved_is_one_challenge():
    table = Table()
    table.look(4.0, marker(RED, 300, 100))
    table.hand()
    table.look(10.0, marker(RED, 380, 140))
    assert table.commands == [AddNote(CHALLENGE)]
    table.hand()
    table.look(5.0)
    assert table.commands == [AddNote(CHALLENGE), RemoveNote(CHALLENGE)]


def test_a_red_magnet_put_beside_the_field_takes_the_challenge_back():
    table = Table()
    table.look(4.0, marker(RED, 300, 100))
    table.hand()
    table.look(10.0, marker(RED, 300, -15))
    assert table.commands == [AddNote(CHALLENGE), RemoveNote(CHALLENGE)]


def test_a_person_takes_it_back_while_it_lies_there_and_only_once():
    table = Table()
    table.look(4.0, marker(RED, 300, 100))
    (told,) = table.told
    assert [each.may_be_taken_back for each in table.reader.newest] == [True]
    back = table.reader.take_back(told.number, table.now_ns)
    assert back.command == RemoveNote(CHALLENGE)
    assert table.reader.take_back(told.number, table.now_ns) is None
    table.look(10.0, marker(RED, 300, 100))
    assert len(table.told) == 1
    assert [each.taken_back for each in table.reader.newest] == [False, True]


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"notice": STOP}, "Too late for a challenge: the ball has been snapped."),
        ({"call": None}, "A challenge, but nothing has been called yet."),
        (
            {"state": replace(STATE, quarter=4, plays=13)},
            "No challenge in the last two plays of a half.",
        ),
        ({"state": replace(STATE, quarter=5)}, "No challenge in overtime."),
    ],
)
def test_a_challenge_that_may_not_be_is_answered_and_nothing_comes_of_it(changed, sentence):
    table = Table(**changed)
    table.look(20.0, marker(RED, 300, 100))
    assert table.sentences == [sentence]
    assert table.commands == []


def test_the_two_minute_drill_is_of_the_league_that_has_it():
    rules = load_rulebook("hefl").game
    table = Table(league="hefl", rules=rules, state=replace(STATE, quarter=4, plays=11))
    table.look(4.0, marker(RED, 300, 100))
    assert table.commands == [AddNote(replace(CHALLENGE, rule=None))]


def test_a_yellow_magnet_is_a_flag_at_its_yard_line():
    table = Table(notice=STOP)
    table.look(4.0, marker(YELLOW, 400, 15))
    assert table.sentences == ["Flag at the 50."]
    assert table.commands == [AddNote(Noted("flag at the 50, in the play", "EFHL-PEN-02", True))]


def test_a_yellow_magnet_before_the_snap_says_so():
    table = Table(notice=replace(NOTICE, step=PlayStep.SET))
    table.look(4.0, marker(YELLOW, 480, 15))
    (note,) = table.commands
    assert note.what.words == "flag at the opponent's 40, before the snap"


@pytest.mark.parametrize("step", [PlayStep.SET, PlayStep.DEAD])
def test_a_green_magnet_between_plays_marks_nothing(step):
    table = Table(notice=replace(NOTICE, step=step))
    table.look(10.0, marker(GREEN, 218, 165))
    assert table.told == []


def test_a_green_magnet_beside_a_figure_notes_its_pivot():
    table = Table(notice=STOP)
    table.look(10.0, marker(GREEN, 218, 165))
    assert table.sentences == ["Pivot, Reds 22."]
    assert table.commands == [AddNote(Noted("pivot mark at Reds 22", "EFHL-PIV-01"))]
    table.hand()
    table.look(10.0)  # taken up when the figure is back: nothing comes of that
    assert len(table.told) == 1


def test_a_green_magnet_beside_nobody_is_nothing():
    table = Table(notice=STOP)
    table.look(10.0, marker(GREEN, 300, 250))
    assert table.told == []


PASSES = replace(STOP, plays=(PlayName.RUN, PlayName.FORWARD))


def test_a_brown_magnet_where_a_pass_may_be_thrown_is_its_target():
    table = Table(notice=PASSES)
    table.look(20.0, marker(BALL, 420, 90))
    (command,) = table.commands
    assert isinstance(command.said, PassAimed)
    assert command.said.marker.place_mm == pytest.approx((420, 90))
    assert command.said.marker.radius_mm == 4.25
    assert table.sentences == ["Target at the opponent's 48."]


def test_a_target_behind_the_passer_is_that_of_a_backward_pass():
    # The carrier stands at x = 205 and plays to the right.
    table = Table(notice=replace(PASSES, carrier="H22", may_pass_back=True))
    table.look(4.0, marker(BALL, 150, 90))
    (command,) = table.commands
    assert command.said.backward
    assert table.sentences[0].startswith("Target of a backward pass at the own ")
    ahead = Table(notice=replace(PASSES, carrier="H22", may_pass_back=True))
    ahead.look(4.0, marker(BALL, 420, 90))
    assert not ahead.commands[0].said.backward


def test_where_only_a_pitch_may_be_named_a_target_ahead_is_none():
    pitches = replace(STOP, plays=(PlayName.PITCH,), carrier="H22", may_pass_back=True)
    for x, counts in ((150, 1), (420, 0)):
        table = Table(notice=pitches)
        table.look(4.0, marker(BALL, x, 90))
        assert len(table.commands) == counts


def test_once_a_pass_was_said_its_target_may_lie_anywhere():
    aloft = replace(PASSES, carrier="H22", may_pass_back=True, step=PlayStep.IN_THE_AIR)
    table = Table(notice=aloft)
    table.look(4.0, marker(BALL, 150, 90))
    assert [each.said.backward for each in table.commands] == [False]


def test_a_target_taken_up_again_is_no_target():
    table = Table(notice=PASSES)
    table.look(4.0, marker(BALL, 420, 90))
    table.hand()
    table.look(4.0)
    assert table.commands[-1] == Declare(TargetRemoved())


def test_a_target_that_is_moved_by_a_hand_is_laid_anew_and_not_when_it_trembles():
    table = Table(notice=PASSES)
    table.look(4.0, marker(BALL, 420, 90))
    table.look(4.0, marker(BALL, 422, 90))
    assert len(table.commands) == 1
    table.hand()
    table.look(4.0, marker(BALL, 428, 90))
    assert [each.said.marker.x_mm for each in table.commands] == pytest.approx([420, 428], abs=0.5)


def test_a_magnet_that_lay_there_before_the_stop_is_no_target():
    table = Table(notice=NOTICE)
    table.look(4.0, marker(BALL, 420, 90))
    table.look(2.0, marker(BALL, 420, 90), power=True)
    table.scene = replace(table.scene, notice=PASSES)
    table.look(10.0, marker(BALL, 420, 90))
    assert table.told == []


def test_a_magnet_laid_before_the_pass_is_named_counts_once_it_is():
    table = Table(notice=STOP)
    table.look(4.0, marker(BALL, 420, 90))
    assert table.told == []
    table.scene = replace(table.scene, notice=PASSES)
    table.look(1.0, marker(BALL, 420, 90))
    assert len(table.commands) == 1


def test_what_looks_like_felt_is_the_target_where_nothing_else_may_be_laid():
    table = Table(notice=PASSES)
    table.look(10.0, marker(FELT, 420, 90))
    (command,) = table.commands
    assert command.said.marker.radius_mm == 4.25


def test_a_felt_ball_on_a_base_is_no_target():
    table = Table(notice=PASSES)
    table.look(10.0, marker(FELT, 205, 160))
    assert table.told == []


LOOSE = replace(
    STOP, asks=(OpenQuestion(QuestionKind.BALL, "the dropped ball has not come to rest"),)
)


@pytest.mark.parametrize(
    ("league", "kind", "counts"),
    [
        ("efhl", FELT, True),
        ("efhl", BALL, False),  # fumbles are always played with the felt ball
        ("hefl", BALL, True),
        ("vsefl", FELT, True),
    ],
)
def test_a_dropped_ball_that_rests_is_where_it_lies(league, kind, counts):
    table = Table(league=league, notice=LOOSE)
    table.look(10.0, marker(kind, 420, 90))
    lies = [each.said for each in table.commands]
    assert [isinstance(said, BallAtRest) for said in lies] == [True] * counts
    table.look(10.0)
    assert table.commands[1:] == [Declare(BallAtRest(None))] * counts


def test_a_ball_on_a_base_names_the_carrier_in_the_league_that_marks_him_so():
    notice = replace(NOTICE, step=PlayStep.SET, carrier=None)
    for league, named in (("simplified", [Declare(PlayNamed(carrier="H22"))]), ("efhl", [])):
        table = Table(league=league, notice=notice)
        table.look(10.0, marker(FELT, 205, 160))
        assert table.commands == named


def test_a_ball_on_an_opponents_base_names_nobody():
    table = Table(league="simplified", notice=replace(NOTICE, step=PlayStep.SET, carrier=None))
    table.look(10.0, marker(FELT, 402, 160))
    assert table.commands == []


@pytest.mark.parametrize(
    ("x", "y", "sentence"),
    [
        (316, 3, "The pylon stands 2 yards beyond the line of scrimmage."),
        (284, 324, "The pylon stands 2 yards short of the line of scrimmage."),
        (372, -2, "The pylon stands 1 yard short of the line to gain."),
        (303, 3, None),  # a third of a yard is right
        (500, 3, None),  # meant for neither
        (0, 0, None),  # a corner of the end zone
        (316, 120, None),  # in the middle of the field no pylon is laid
    ],
)
def test_a_pylon_is_held_against_the_lines_of_the_game(x, y, sentence):
    table = Table(notice=replace(NOTICE, step=PlayStep.SET))
    table.look(4.0, marker(PYLON, x, y))
    assert table.sentences == ([sentence] if sentence else [])


def test_a_pylon_that_stood_right_does_not_complain_when_the_line_moves():
    table = Table(notice=replace(NOTICE, step=PlayStep.SET))
    table.look(4.0, marker(PYLON, 300, 3))
    table.scene = replace(table.scene, state=replace(STATE, x_mm=320.0))
    table.look(10.0, marker(PYLON, 300, 3))
    assert table.told == []


def test_a_ball_bearing_to_the_left_measures_the_other_way():
    state = replace(STATE, home_plays=STATE.home_plays.other, to_gain_x_mm=220.0)
    table = Table(state=state)
    table.look(4.0, marker(PYLON, 316, 3))
    assert table.sentences == ["The pylon stands 2 yards short of the line of scrimmage."]


@pytest.mark.parametrize(("x", "y"), [(300, -8), (300, 330), (-85, 160), (895, 160)])
def test_magnets_beside_the_field_only_wait(x, y):
    table = Table()
    table.look(20.0, marker(RED, x, y))
    assert table.told == []


def test_what_lies_on_the_field_from_the_beginning_is_no_command_until_it_is_laid():
    table = Table.__new__(Table)
    table.scene, table.reader, table.now_ns, table.told = SCENE, MagnetReader(), 0, []
    table.look(20.0, marker(RED, 300, 100))
    assert table.told == []
    table.hand()
    table.look(10.0, marker(RED, 400, 100))
    assert len(table.commands) == 1


def test_a_colour_that_nobody_can_be_sure_of_is_asked_about_once():
    table = Table()
    for n in range(60):
        table.look(0.2, marker((RED, PYLON)[n % 2], 300, 12))
    (words,) = table.sentences
    assert words.startswith("Is that a ")
    assert "red magnet" in words
    assert "orange pylon" in words
    assert "own 38" in words
    assert table.commands == []


def test_nobody_is_asked_about_what_would_mean_nothing_either_way():
    table = Table()
    for n in range(60):
        table.look(0.2, marker((FELT, BALL)[n % 2], 300, 100))
    assert table.told == []


def test_a_lamp_that_makes_every_third_look_orange_leaves_it_a_challenge():
    table = Table()
    for n in range(60):
        table.look(0.2, marker(PYLON if n % 3 == 0 else RED, 300, 100))
    assert table.commands == [AddNote(CHALLENGE)]


def test_under_power_and_under_hands_nothing_is_understood():
    table = Table()
    table.look(10.0, marker(RED, 300, 100), power=True)
    table.look(10.0, marker(YELLOW, 400, 100), steady=False)
    assert table.told == []


@pytest.mark.parametrize(
    ("x_mm", "y_mm", "counts"),
    [(-80.0, 0.0, True), (890.0, 320.0, True), (-80.1, 0.0, False), (400.0, 320.1, False)],
)
def test_a_magnet_counts_with_its_middle_on_a_line_and_not_beyond(x_mm, y_mm, counts):
    assert on_field(PlacedMagnet(RED, x_mm, y_mm, 0.1, at_this_stop=True), EASY) is counts
