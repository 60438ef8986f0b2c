"""A play under the official, from the touch he was not sure of to the call that is overturned."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.calls.call import CallKind
from referee.core.roster import Team
from referee.game.events import Noted, PlayEnded
from referee.review.review import Review
from referee.review.rulings.given_ruling import Ruling
from referee.review.rulings.rulings import RulingRequest
from referee.review.source.live_game import LiveGame
from referee.rulebooks.play_step import PlayStep
from tests.calls.plays import film
from tests.core.fields import EASY
from tests.night.driving import drive
from tests.night.test_night import RUN_AND_TACKLE, night_of, put
from tests.official.evenings import FAR, LINEMEN
from tests.review.folders import make_game
from tests.review.games import S
from tests.review.nights import NightDesk

SPEED_MM_S, AHEAD_MM, GAP_MM = 15.0, 27.8, 0.3


def carrier_x_mm(t_s: float) -> float:
    """H22 runs from 1.4 s on; he is tackled at 2.9 s."""
    return 302.1 + SPEED_MM_S * (min(max(t_s, 1.4), 2.9) - 1.4)


# A90 stays 0.3 mm in front of him from 1.8 to 2.0 s and turns away; A50 tackles him after that.
MOVES = {
    **LINEMEN,
    **FAR,
    **RUN_AND_TACKLE,
    "H22": [(0, 302.1, 130, 0), (1.4, 302.1, 130, 0), (2.9, carrier_x_mm(2.9), 130, 0)],
    "A50": [
        (0, 400, 130, 180),
        (1.4, 400, 130, 180),
        (2.9, carrier_x_mm(2.9) + AHEAD_MM, 130, 180),
    ],
    "A90": [
        (0, carrier_x_mm(1.4) + AHEAD_MM + 12, 130, 180),
        (1.4, carrier_x_mm(1.4) + AHEAD_MM + 12, 130, 180),
        (1.8, carrier_x_mm(1.8) + AHEAD_MM + GAP_MM, 130, 180),
        (2.0, carrier_x_mm(2.0) + AHEAD_MM + GAP_MM, 130, 180),
        (2.2, carrier_x_mm(2.2) + AHEAD_MM + 12, 130, 180),
        (2.35, carrier_x_mm(2.35) + 60, 190, 180),
    ],
}


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The play, officiated, and kept as a night keeps it."""
    boards = film(MOVES, 5.0)
    night = night_of()
    drive(night, boards, put(PlayStep.AFTER_THE_LINE, "H22"))
    folder = tmp_path_factory.mktemp("games") / "game"
    calls = [shown.call for shown in night.ledger.shown]
    make_game(folder, night.ledger.journal, calls, boards, began_s=0.0, video=False)
    return folder, night.ledger.journal


@pytest.fixture
def desk(played):
    folder, journal = played
    desk = NightDesk(None, journal)
    desk.about = replace(desk.about, folder=folder)
    return desk


def test_the_touch_he_was_not_sure_of_waits_for_review(played, desk):
    _, journal = played
    ended, note = (entry.what for entry in journal.entries[2:])
    assert isinstance(ended, PlayEnded)
    assert isinstance(note, Noted)
    (item,) = Review(LiveGame(desk)).sit().items
    assert (item.number, item.play) == (4, 3)
    assert (item.call.kind, item.call.players) == (CallKind.UNCLEAR_TACKLE, ("A90", "H22"))
    assert item.t_ns == pytest.approx(1.8 * S, abs=0.05 * S)


def test_its_plot_shows_how_near_they_came(desk):
    review = Review(LiveGame(desk))
    (curve,) = review.replay(review.sit().item(4)).curves
    beside = [point for point in curve.points if 1.8 * S <= point.t_ns <= 2.0 * S]
    assert len(beside) == 7
    assert all(low <= GAP_MM <= high for low, high in (point.band_mm for point in beside))


def test_as_a_tackle_it_ends_the_play_where_he_was_then_and_is_said_once(desk):
    review = Review(LiveGame(desk))
    sitting = review.sit()
    decision = review.decide(sitting, sitting.item(4), RulingRequest(Ruling.OVERTURN, "tackle"))
    # His front was half a base ahead of his middle at 1.8 s; he had begun at 300 mm.
    then = decision.changes.then
    assert then.x_mm == pytest.approx(carrier_x_mm(1.8) + 13.9, abs=1.5)
    assert (then.team, then.down) == (Team.HOME, 2)
    assert decision.changes.now.x_mm == pytest.approx(carrier_x_mm(2.9) + 13.9, abs=1.5)
    assert review.source.give(decision.entries) == ""
    (said,) = desk.says
    assert said == f"After review: {then.words(EASY)}."
    assert desk.night.state == then
