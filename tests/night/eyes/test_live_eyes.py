"""The eyes of a night: they wait for everybody, give names at once, and follow."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest

from referee.core.clock import S_NS
from referee.core.errors import BadValue
from referee.core.geometry.marker import Marker
from referee.core.geometry.pose import Pose
from referee.core.roster import Player, Roster, Team
from referee.night.commands import AnswerNameDoubt, NamePlayers, SayWhoPlayed, SwapPlayers
from referee.night.eyes.live_eyes import LAST_PATIENCE_NS, PATIENCE_NS, LiveEyes, renamed
from referee.night.eyes.namer import NamedLineUp
from referee.vision.roster.roster_frame import RosterFrame
from referee.vision.sighting import MarkerSighting, Thing
from referee.vision.watch.background_jobs import InlineJobs
from referee.vision.watch.watcher import WatchedFrame
from tests.vision.watch.line_up.test_line_up_finder import BASE, HAND, look, row

ROSTER = Roster(tuple(Player(f"H{n}", Team.HOME, n, BASE) for n in range(1, 7)))


@dataclass
class Follower:
    """A watcher that says what it was told."""

    told: list = field(default_factory=list)
    closed: bool = False
    gone: set = field(default_factory=set)
    said: list = field(default_factory=list)
    laid: object = None
    new_line_up: bool = False

    def lay(self, marker):
        self.laid = marker

    def unseen(self, players):
        return self.gone & set(players)

    def update(self, frame, powered=None):
        nobody = RosterFrame(frame.t_ns, (None,) * len(ROSTER), (), ())
        return WatchedFrame(frame.t_ns, bool(powered), nobody, (), (), (), (), frame.t_ns)

    @property
    def places(self):
        return {f"H{n}": Pose(100.0, 50.0 * (n - 1), 0.0) for n in range(1, 7)}

    def swap(self, first, second):
        self.told.append((first, second))
        return {first: second, second: first}

    def correct(self, said):
        self.said.append(said)
        return {now: who for now, who in said.items() if now != who}

    def answer(self, number, standing):
        self.told.append((number, standing))
        return {}

    def close(self):
        self.closed = True


@dataclass
class Table:
    """Looks that show what stands there, and a namer that keeps what it was asked."""

    bases: list = field(default_factory=lambda: row(6))
    hands: tuple = ()
    followers: list = field(default_factory=list)
    cards: list = field(default_factory=list)
    cameras: list = field(default_factory=list)
    looks: int = 0

    def __post_init__(self):
        self.eyes = LiveEyes(ROSTER, self._look, self, beside=InlineJobs)

    def _look(self, asked):
        self.looks += 1
        return look(asked.frame.sequence, self.bases, self.hands)

    def name(self, start, card):
        self.cards.append(card)
        self.followers.append(Follower())
        return NamedLineUp(self.followers[-1], len(start.standing), ())

    def moved(self, camera):
        self.cameras.append(camera)
        return self._look

    def frames(self, first, many):
        frames = [look(first + k, []).frame for k in range(many)]
        return [self.eyes.see(frame, False) for frame in frames][-1]


def test_what_they_wait_for_is_said_with_the_number_they_see():
    table = Table(bases=row(4))
    assert "4 of 6 players" in table.frames(0, 40).line_up_awaited
    assert table.followers == []


def test_while_a_hand_is_there_the_line_up_does_not_stand():
    table = Table(hands=(HAND,))
    assert table.frames(0, 40).hands == (HAND,)
    assert table.followers == []


def test_a_line_up_that_stands_is_named_and_nobody_is_asked():
    table = Table()
    assert table.frames(0, 40).line_up_awaited == ""
    assert table.cards == [None]


def test_once_named_the_first_search_looks_no_more():
    table = Table()
    table.frames(0, 40)
    before = table.looks
    table.frames(40, 10)
    assert table.looks == before


def test_the_coach_may_say_that_the_names_are_right():
    table = Table()
    table.frames(0, 40)
    table.eyes.hear(NamePlayers())
    assert table.frames(40, 1).line_up_awaited == ""


def test_a_card_that_points_where_many_are_not_seen_has_the_board_looked_at_anew():
    table = Table()
    table.frames(0, 40)
    table.followers[0].gone = {"H1", "H2", "H3"}
    card = {"H1": (100.0, 0.0), "H2": (100.0, 50.0), "H3": (100.0, 100.0)}
    table.eyes.hear(NamePlayers(card))
    assert table.frames(40, 40).line_up_awaited == ""
    assert table.cards == [None, card]
    assert [each.closed for each in table.followers] == [True, False]


def test_somebody_who_is_not_seen_may_be_pointed_at_and_nothing_else_changes():
    table = Table()
    table.frames(0, 40)
    table.followers[0].gone = {"H3"}
    table.eyes.hear(NamePlayers({"H3": (400.0, 300.0)}))
    assert table.frames(40, 10).line_up_awaited == ""
    assert len(table.followers) == 1
    assert (table.followers[0].told, table.followers[0].said) == ([], [])


def test_a_ball_that_was_pointed_at_is_not_forgotten_when_the_eyes_look_anew():
    table = Table()
    table.frames(0, 40)
    table.eyes.laid(Marker(300.0, 120.0, 4.25, 1.0))
    assert (table.followers[0].laid.x_mm, table.followers[0].laid.y_mm) == (300.0, 120.0)
    table.eyes.moved("corrected")
    table.frames(40, 60)
    _, newest = table.followers
    assert (newest.laid.x_mm, newest.laid.y_mm) == (300.0, 120.0)


def test_a_ball_goes_on_from_where_it_was_seen_last_when_the_eyes_look_anew():
    table = Table()
    table.frames(0, 40)
    table.eyes.laid(Marker(300.0, 120.0, 4.25, 1.0))
    shoved = MarkerSighting(Thing.BALL_MAGNET, 310.0, 120.0, 0.3, 0.9)
    table.followers[0].laid = shoved
    table.eyes.moved("corrected")
    table.frames(40, 60)
    assert table.followers[1].laid == shoved


def test_a_ball_that_counts_no_more_is_not_laid_again():
    table = Table()
    table.frames(0, 40)
    table.eyes.laid(Marker(300.0, 120.0, 4.25, 1.0))
    table.eyes.laid(None)
    table.eyes.moved("corrected")
    table.frames(40, 60)
    assert table.followers[1].laid is None


def test_a_card_may_come_before_the_line_up_stands():
    table = Table(bases=row(3))
    table.frames(0, 10)
    card = {f"H{n}": (100.0, 50.0 * (n - 1)) for n in range(1, 7)}
    table.eyes.hear(NamePlayers(card))
    table.bases = row(6)
    assert table.frames(10, 50).line_up_awaited == ""
    assert table.cards == [card]


class HeldJobs(InlineJobs):
    """Does its work at once, and keeps the answers until it is told to hand them out."""

    held = False

    def take(self, _powered=False, /):
        return None if self.held else super().take()


def test_whoever_follows_does_so_from_the_frame_on_that_gets_the_answer():
    table = Table()
    table.eyes = LiveEyes(ROSTER, table._look, table, beside=HeldJobs)
    while not table.followers:
        table.frames(table.looks, 1)
    table.eyes._aside.held = True
    assert table.frames(table.looks, 3).line_up_awaited != ""
    table.eyes._aside.held = False
    assert table.frames(table.looks, 1).line_up_awaited == ""


def test_a_new_search_says_nothing_of_hands_before_its_first_look():
    table = Table()
    table.frames(0, 40)
    table.eyes.hear(NamePlayers({"H1": (100.0, 0.0), "H2": (300.0, 50.0)}))
    assert table.frames(400, 1).looked_ns is None
    first = look(400, []).frame.t_ns
    assert table.frames(401, 1).looked_ns == first


def test_swaps_and_answers_go_to_whoever_follows():
    table = Table()
    table.frames(0, 40)
    table.eyes.hear(SwapPlayers("H1", "H2"))
    table.eyes.hear(AnswerNameDoubt(3, ("H2", "H1")))
    assert table.followers[0].told == [("H1", "H2"), (3, ("H2", "H1"))]


@pytest.mark.parametrize(
    "naming",
    [
        NamePlayers(),
        SwapPlayers("H1", "H2"),
        AnswerNameDoubt(1, ("H1",)),
        SayWhoPlayed(3, "H1", "H2"),
    ],
)
def test_nobody_can_be_renamed_before_anybody_has_a_name(naming):
    table = Table(bases=row(2))
    table.frames(0, 5)
    with pytest.raises(BadValue, match="not named yet"):
        table.eyes.hear(naming)


def test_a_card_with_a_stranger_on_it_changes_nothing():
    table = Table()
    table.frames(0, 40)
    with pytest.raises(BadValue, match="X9"):
        table.eyes.hear(NamePlayers({"X9": (0.0, 0.0)}))
    assert table.frames(40, 1).line_up_awaited == ""
    assert not table.followers[0].closed


def test_when_the_camera_moves_everybody_is_found_again_through_the_new_one():
    table = Table()
    table.frames(0, 40)
    table.eyes.hear(NamePlayers())
    table.eyes.moved("corrected")
    assert "moved a little" in table.frames(40, 1).complaint
    watched = table.frames(41, 40)
    assert (watched.complaint, watched.line_up_awaited) == (None, "")
    assert table.cameras == ["corrected"]
    assert table.cards[1] == {f"H{n}": (100.0, 50.0 * (n - 1)) for n in range(1, 7)}
    assert table.eyes.camera == "corrected"
    assert [each.closed for each in table.followers] == [True, False]


def test_a_camera_that_moves_before_the_line_up_stands_is_taken_as_it_is_then():
    table = Table(bases=row(3))
    table.frames(0, 10)
    table.eyes.moved("corrected")
    table.bases = row(6)
    assert table.frames(10, 50).line_up_awaited == ""
    assert (table.cameras, table.cards) == (["corrected"], [None])


def test_one_who_is_hard_to_see_does_not_keep_everybody_waiting():
    table = Table(bases=row(5))
    assert "5 of 6 players" in table.frames(0, 40).line_up_awaited
    assert table.frames(40, 60).line_up_awaited == ""


def test_half_a_line_up_is_followed_after_a_long_while(monkeypatch):
    monkeypatch.setattr("referee.night.eyes.live_eyes.MOST_MISSING", 1)
    table = Table(bases=row(3))
    sees_ns = table.frames(0, 1).t_ns
    number = 1
    while not table.followers and number < 2_000:
        now_ns = table.frames(number, 1).t_ns
        number += 1
    assert PATIENCE_NS < LAST_PATIENCE_NS <= now_ns - sees_ns < LAST_PATIENCE_NS + 3 * S_NS


def test_a_card_during_the_search_does_not_begin_the_waiting_anew(monkeypatch):
    """A coach who says again and again who stands where would wait for ever."""
    monkeypatch.setattr("referee.night.eyes.live_eyes.MOST_MISSING", 1)
    table = Table(bases=row(3))
    began_ns = table.frames(0, 1).t_ns
    for number in range(1, 1_000):
        now_ns = table.frames(number, 1).t_ns
        if table.followers:
            break
        if number % 60 == 0:
            everybody = {f"H{n}": (100.0, 50.0 * (n - 1)) for n in range(1, 7)}
            table.eyes.hear(NamePlayers(everybody))
    assert now_ns - began_ns < LAST_PATIENCE_NS + 5 * S_NS


def test_less_than_half_a_line_up_is_none_however_long_it_stands():
    table = Table(bases=row(2))
    table.frames(0, 150)
    assert table.followers == []


def test_a_card_that_names_somebody_who_is_not_seen_names_the_others():
    table = Table()
    table.frames(0, 40)
    table.followers[0].gone = {"H3"}
    card = {"H2": (100.0, 0.0), "H1": (100.0, 50.0), "H3": (100.0, 100.0), "H4": (100.0, 150.0)}
    table.eyes.hear(NamePlayers(card))
    assert table.frames(40, 1).line_up_awaited == ""
    assert table.followers[0].said == [{"H1": "H2", "H2": "H1", "H4": "H4"}]


def test_a_card_that_points_at_bases_that_are_followed_only_changes_their_names():
    table = Table()
    table.frames(0, 40)
    # H1 stands where H2 was followed, H2 where H3 was, H3 where H1 was: each a little beside.
    card = {"H1": (104.0, 47.0), "H2": (97.0, 102.0), "H3": (103.0, -6.0), "H4": (100.0, 150.0)}
    right = table.eyes.hear(NamePlayers(card))
    assert table.frames(40, 1).line_up_awaited == ""
    assert table.cards == [None]
    assert table.followers[0].said == [{"H2": "H1", "H3": "H2", "H1": "H3", "H4": "H4"}]
    assert right.truly == {"H2": "H1", "H3": "H2", "H1": "H3"}


@pytest.mark.parametrize("player", ["H1", "H2"])
def test_an_answer_about_a_play_names_the_figure_that_still_stands(player):
    table = Table()
    table.frames(0, 40)
    table.eyes.hear(SayWhoPlayed(3, "H1", player))
    assert table.followers[0].said == [{"H1": player}]


def test_an_answer_about_a_play_renames_nobody_in_the_line_up_after_it():
    table = Table()
    table.frames(0, 40)
    table.followers[0].new_line_up = True
    right = table.eyes.hear(SayWhoPlayed(3, "H1", "H2"))
    assert table.followers[0].said == []
    assert (right.truly, right.new_line_up) == ({}, True)


@pytest.mark.parametrize("new", [False, True])
def test_whether_the_names_were_mixed_up_in_the_line_up_is_told(new):
    table = Table()
    table.frames(0, 40)
    table.followers[0].new_line_up = new
    right = table.eyes.hear(SwapPlayers("H1", "H2"))
    assert right.truly == {"H1": "H2", "H2": "H1"}
    assert right.new_line_up is new


def test_pointing_where_somebody_is_not_seen_renames_no_opponent_who_stands_near():
    """H1 is not seen. A card points at it, 20 mm beside A1, who carries the ball, and at H2."""
    rivals = Roster((*ROSTER, *(Player(f"A{n}", Team.AWAY, n, BASE) for n in range(1, 4))))
    follower = Follower(gone={"H1"})
    rows = {f"A{n}": Pose(300.0, 50.0 * n, 0.0) for n in range(1, 4)}
    places = {**follower.places, **rows}
    watcher = SimpleNamespace(places=places, unseen=follower.unseen, correct=follower.correct)
    card = {"H1": (320.0, 50.0), "H2": (100.0, 50.0), "H3": (100.0, 100.0)}
    assert renamed(watcher, rivals, card) == {}
    assert follower.said == [{"H2": "H2", "H3": "H3"}]
