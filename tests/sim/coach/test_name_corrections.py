"""A patient coach corrects the names that the page shows wrong, and no others."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from referee.calls.frame import BoardFrame, SeenBase
from referee.core.clock import S_NS
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.game.name_at_stake import PlayPart
from referee.night.commands import AnswerNameDoubt, Declare, NamePlayers, SayWhoPlayed, SwapPlayers
from referee.night.gate import PowerReason, PowerReasonKind
from referee.night.ledger.played_names import WhoPlayed
from referee.sim.coach.command_sender import SentCommand
from referee.sim.coach.finger_taps import FingerTaps
from referee.sim.coach.name_corrections import (
    CARD_NS,
    EYES_NS,
    MOST_TRIES,
    TOUCH_NS,
    NameCorrections,
    names_said,
)
from referee.vision.roster.roster_frame import IdentityDoubt

# Where the figures of these numbers really stand.
PLACES = {"H1": (100.0, 100.0), "H2": (200.0, 100.0), "A1": (300.0, 100.0), "A2": (400.0, 100.0)}
RIGHT = {name: name for name in PLACES}
DOUBT = IdentityDoubt(7, 0, ("H1", "H2"), ((201.0, 99.0), (99.0, 101.0)), ("H1", "H2"))
HELD = PowerReason(PowerReasonKind.UNSEEN_PLAYERS, "Not seen: H9.", ())


class Coach:
    """What the names need of a coach; ``said`` is what it told the night."""

    def __init__(self, live=False):
        self.live, self.said = live, []
        self.taps = FingerTaps(SimpleNamespace(places=PLACES), np.random.default_rng(1))

    def submit(self, _at, command):
        self.said.append(command)


@pytest.fixture
def coach():
    return Coach()


@pytest.fixture
def names(coach):
    return NameCorrections(coach, introduced=True)


def page(shown, t_s=100.0, muted=(), doubts=(), reasons=(), who_played=None):
    """The page: ``shown`` are the names that it has for the figures of some numbers."""
    seen = tuple(
        SeenBase(name, MeasuredPose(Pose(*PLACES[real], 0.0)), doubtful=name in muted)
        for real, name in shown.items()
    )
    board = BoardFrame(round(t_s * S_NS), power=False, seen=seen)
    return SimpleNamespace(
        t_ns=board.t_ns, board=board, doubts=doubts, reasons=reasons, who_played=who_played
    )


def test_right_names_keep_nobody_waiting(coach, names):
    names.stir(100 * S_NS)
    assert not names.step(page(RIGHT))
    assert coach.said == []


def test_wrong_names_among_each_other_are_one_card_for_these_alone(coach, names):
    assert names.step(page(RIGHT | {"H1": "H2", "H2": "H1"}))
    (card,) = coach.said
    assert isinstance(card, NamePlayers)
    assert set(card.places_mm) == {"H1", "H2"}
    assert card.places_mm["H1"] == pytest.approx(PLACES["H1"], abs=15.0)  # five sigmas
    assert card.places_mm["H1"] != PLACES["H1"]


def test_a_figure_that_came_in_is_named_by_its_own_number(coach, names):
    """The page calls the figure H2 by the name of one that waits beside the board."""
    assert names.step(page(RIGHT | {"H2": "H9"}))
    (card,) = coach.said
    assert set(card.places_mm) == {"H2"}
    assert card.places_mm["H2"] == pytest.approx(PLACES["H2"], abs=15.0)


def test_only_who_is_on_the_board_is_touched_to_be_seen(coach, names):
    unseen = PowerReason(PowerReasonKind.UNSEEN_PLAYERS, "Not seen: A2, H9.", ("A2", "H9"))
    turned = []
    coach.hands = SimpleNamespace(turn=turned.extend)
    for k in range(1 + TOUCH_NS // S_NS):
        assert names.step(page(RIGHT, 100.0 + k, reasons=(unseen,)))
    assert [turn.player for turn in turned] == ["A2"]


def test_who_is_not_seen_beside_the_own_hand_is_left_to_the_eyes_for_a_while(coach, names):
    """Touching one figure had the coach touch all that its own hand hid from the eyes."""
    turned = []
    coach.hands = SimpleNamespace(turn=turned.extend)

    def unseen(t_s, *who):
        reason = PowerReason(PowerReasonKind.UNSEEN_PLAYERS, "Not seen.", who)
        return page(RIGHT, t_s, reasons=(reason,))

    for k in range(1 + TOUCH_NS // S_NS):
        names.step(unseen(100.0 + k, "A2"))
    names.stir(106 * S_NS)
    names.step(unseen(107.0, "A1", "H1"))
    assert [turn.player for turn in turned] == ["A2"]
    names.step(unseen(106.1 + EYES_NS / S_NS, "A1"))
    assert [turn.player for turn in turned] == ["A2", "A1"]


def test_a_name_whose_own_figure_shows_no_other_is_corrected_all_the_same(coach, names):
    shown = {"H1": "H2", "A1": "A1"}  # the figure of the one whose name is shown is not seen
    assert names.step(page(shown))
    (card,) = coach.said
    assert len(card.places_mm) == 1


def test_the_eyes_have_time_first(coach, names):
    wrong = RIGHT | {"H1": "H2", "H2": "H1"}
    names.stir(100 * S_NS)
    assert names.step(page(wrong, 100.0 + EYES_NS / S_NS - 0.1))  # it waits
    assert coach.said == []
    assert names.step(page(wrong, 100.0 + EYES_NS / S_NS + 0.1))
    assert len(coach.said) == 1


def test_a_correction_takes_a_moment(coach, names):
    wrong = RIGHT | {"H1": "H2", "H2": "H1"}
    for t_s in (100.0, 100.5):
        assert names.step(page(wrong, t_s))
    assert len(coach.said) == 1


def test_names_that_stay_wrong_do_not_stop_the_game(coach, names):
    wrong = RIGHT | {"H1": "H2", "H2": "H1"}
    waits = [names.step(page(wrong, 100.0 + k)) for k in range(MOST_TRIES + 1)]
    assert waits == [True] * MOST_TRIES + [False]
    assert len(coach.said) == MOST_TRIES


def test_between_snap_and_spot_nothing_is_corrected():
    coach = Coach(live=True)
    names = NameCorrections(coach, introduced=True)
    assert not names.step(page(RIGHT | {"H1": "H2", "H2": "H1"}, doubts=(DOUBT,)))
    assert coach.said == []


ASKED = ("H1", "H2")


def test_a_question_between_plays_is_answered_by_what_is_read(coach, names):
    crossed = RIGHT | {"H1": "H2", "H2": "H1"}
    assert names.step(page(crossed, 100.0, muted=ASKED, doubts=(DOUBT,)))
    assert names.step(page(crossed, 102.0, muted=ASKED, doubts=(DOUBT,)))
    assert coach.said == [AnswerNameDoubt(7, ("H2", "H1"))]
    # Answered: the game goes on.
    assert not names.step(page(crossed, 102.1, muted=ASKED, doubts=(DOUBT,)))


def test_questions_are_answered_before_names_are_corrected(coach, names):
    wrong = RIGHT | {"A1": "A2", "A2": "A1"}
    for t_s in (100.0, 102.0, 104.0):
        assert names.step(page(wrong, t_s, muted=ASKED, doubts=(DOUBT,)))
    assert [type(each) for each in coach.said] == [AnswerNameDoubt, NamePlayers]


def answered(coach, names, shown, doubt):
    for t_s in (100.0, 102.0):
        names.step(page(shown, t_s, muted=doubt.players, doubts=(doubt,)))
    (said,) = coach.said
    return said.standing


def test_figures_that_have_gone_on_since_are_read_where_the_page_shows_them(coach, names):
    # When it came up both stood where A1 and A2 are now.
    old = replace(DOUBT, places_mm=(PLACES["A1"], PLACES["A2"]))
    assert answered(coach, names, RIGHT, old) == ("H1", "H2")


def test_who_is_not_shown_is_whoever_is_left(coach, names):
    old = replace(DOUBT, places_mm=(PLACES["A1"], PLACES["A2"]))
    assert answered(coach, names, {"H2": "H1", "A1": "A1", "A2": "A2"}, old) == ("H2", "H1")


def test_nobody_shown_is_looked_for_where_it_came_up(coach, names):
    three = replace(DOUBT, players=("H1",), assumed=("H1", "H2"))
    assert answered(coach, names, {"A1": "A1"}, three) == ("H2", "H1")


def test_names_that_hold_up_the_power_for_long_are_all_said_again(coach, names):
    step = [page(RIGHT, 100.0 + k, reasons=(HELD,)) for k in range(CARD_NS // S_NS + 1)]
    assert all(names.step(at) for at in step)
    assert [set(each.places_mm) for each in coach.said] == [set(PLACES)]


PLAYED = WhoPlayed(5, PlayPart.CARRIER, "H1", "H2", 2)


@pytest.mark.parametrize(
    ("shown", "player"),
    [
        (RIGHT, "H1"),
        (RIGHT | {"H1": "H2", "H2": "H1"}, "H2"),
        (RIGHT | {"H1": "A1", "A1": "H1"}, None),  # its figure is neither of the two
        ({"H2": "H2"}, None),  # the page does not show it
    ],
    ids=["as shown", "the other one", "neither", "not seen"],
)
def test_who_played_is_what_is_read_on_the_figure(coach, names, shown, player):
    assert names.say_who_played(page(shown, who_played=PLAYED))
    assert coach.said == [SayWhoPlayed(5, "H1", player)]


def test_who_played_is_said_once(coach, names):
    assert names.say_who_played(page(RIGHT, who_played=PLAYED))
    assert not names.say_who_played(page(RIGHT, who_played=PLAYED))
    assert not names.say_who_played(page(RIGHT))
    assert len(coach.said) == 1


def test_only_an_answer_with_another_name_is_a_correction():
    answers = [SayWhoPlayed(5, "H1", player) for player in ("H1", "H2", None)]
    said = names_said(SentCommand(0, each, live=False, power=False) for each in answers)
    assert (said.set_ups, said.between_plays, said.within_plays) == (0, 1, 0)


def test_the_diary_is_counted_by_when_it_was_said():
    everybody = NamePlayers({f"H{k}": (0.0, 0.0) for k in range(22)})
    diary = [
        SentCommand(0, everybody, live=False, power=False),
        SentCommand(1, Declare(None), live=True, power=False),
        SentCommand(2, SwapPlayers("H1", "H2"), live=False, power=False),
        SentCommand(3, AnswerNameDoubt(1, ("H1",)), live=True, power=False),
        SentCommand(4, NamePlayers({"H1": (0.0, 0.0)}), live=False, power=False),
    ]
    said = names_said(diary)
    assert (said.set_ups, said.between_plays, said.within_plays) == (1, 2, 1)
