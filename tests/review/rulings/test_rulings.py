"""Confirm, cannot tell, overturn, take back: what each writes, and what may be written when."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.calls.call import CallKind
from referee.core.errors import BadValue
from referee.core.roster import Team
from referee.game.events import (
    DownRepeated,
    PlayEnded,
    Score,
    Scored,
    SeriesBegan,
    TryFailed,
)
from referee.game.journal import OverturnEntry
from referee.review.queue import review_queue
from referee.review.rulings.choices import choices_of
from referee.review.rulings.given_ruling import Ruling, given_rulings
from referee.review.rulings.rulings import RulingRequest, effect_of_ruling, flagged_call
from tests.core.fields import EASY
from tests.official.evenings import ROSTER
from tests.review.games import (
    BEGUN,
    KEEPER,
    TACKLED,
    call,
    drive,
    journal_of,
    judged,
    noted,
    scored,
)

CLOSE = call(CallKind.UNCLEAR_TACKLE, 7.0, ("A90", "H22"), spot=(312.0, 150.0))
CLOSE_PLAY = (TACKLED, noted(CLOSE))


def only(journal, calls=()):
    (item,) = review_queue(journal, calls)
    return item


def decided(journal, wish, calls=()):
    return effect_of_ruling(KEEPER, EASY, ROSTER, journal, only(journal, calls), wish)


def offered(journal, calls=()):
    found = choices_of(flagged_call(KEEPER, ROSTER, journal, only(journal, calls)), EASY)
    return {choice.key: choice for choice in found}


@pytest.mark.parametrize("ruling", [Ruling.CONFIRM, Ruling.CANNOT_TELL])
def test_what_stands_stands_without_its_flag_and_changes_nothing(ruling):
    journal = drive()
    found = decided(journal, RulingRequest(ruling, remark="three of us looked"))
    (verdict,) = found.entries
    assert verdict == OverturnEntry(3, f"{ruling.value}; three of us looked", TACKLED)
    assert found.changes.steps == ()
    assert only(judged(journal, verdict)).ruling.kind is ruling


def test_another_spot_is_the_same_call_elsewhere():
    found = decided(drive(), RulingRequest(Ruling.OVERTURN, "spot", (320.0, 100.0)))
    (verdict,) = found.entries
    assert verdict.instead == replace(TACKLED, x_mm=320.0, y_mm=100.0)
    assert found.changes.steps[0].then.words(EASY) == "2nd and 8 at the own 40"
    assert only(judged(drive(), verdict)).ruling.kind is Ruling.OVERTURN


def test_another_tackler_changes_who_and_not_where():
    found = decided(
        drive(), RulingRequest(Ruling.OVERTURN, "player", player="A90"), [call(CallKind.TACKLE, 9)]
    )
    (verdict,) = found.entries
    assert "A90" in verdict.why
    assert verdict.instead.told.by == ("A90",)
    assert found.changes.steps == ()


@pytest.mark.parametrize("player", [None, "", "A50", "H33", "Z99"])
def test_the_other_player_is_one_of_the_same_side(player):
    with pytest.raises(BadValue, match="player"):
        decided(
            drive(),
            RulingRequest(Ruling.OVERTURN, "player", player=player),
            [call(CallKind.TACKLE, 9)],
        )


def test_a_spot_beyond_the_goal_line_is_no_place_for_the_ball():
    crossed = call(CallKind.TOUCHDOWN, 19, ("H22",), spot=(803.0, 160.0))
    assert offered(scored(), [crossed])["tackle"].place is None


def test_a_touch_that_was_a_tackle_after_all_ends_the_play_where_it_was():
    journal = journal_of(CLOSE_PLAY)
    found = decided(journal, RulingRequest(Ruling.OVERTURN, "spot"), [CLOSE])
    flag, end = found.entries
    assert (flag.entry, flag.instead.flagged) == (4, False)
    assert (end.entry, end.instead.x_mm, end.instead.y_mm) == (3, 312.0, 150.0)
    assert (end.instead.told.by, end.instead.told.carrier) == (("A90",), "H22")
    assert found.changes.then.words(EASY) == "2nd and 9 at the own 39"


def test_an_interception_after_all_gives_the_ball_away():
    found = decided(drive(), RulingRequest(Ruling.OVERTURN, "turnover", (328.0, 160.0)))
    assert found.entries[0].instead.team is Team.AWAY
    # The later plays of the home team then begin with a change of hands.
    assert found.changes.steps[0].then.team is Team.AWAY


def test_points_come_and_go_with_the_outcome():
    touchdown = decided(drive(5), RulingRequest(Ruling.OVERTURN, "touchdown")).changes
    assert (touchdown.now.home_score, touchdown.then.home_score) == (0, 6)
    safety = decided(drive(5), RulingRequest(Ruling.OVERTURN, "safety")).changes
    assert (safety.then.home_score, safety.then.away_score) == (0, 2)


def test_a_touchdown_that_was_none_asks_where_the_ball_is():
    with pytest.raises(BadValue, match="place"):
        decided(scored(), RulingRequest(Ruling.OVERTURN, "tackle"))
    found = decided(scored(), RulingRequest(Ruling.OVERTURN, "tackle", (792.0, 160.0)))
    assert [verdict.entry for verdict in found.entries] == [5, 4]
    assert found.changes.falls == (5,)


@pytest.mark.parametrize("place", [(-1.0, 100.0), (801.0, 100.0), (400.0, -0.5), (400.0, 321.0)])
def test_the_ball_cannot_lie_beside_the_field(place):
    with pytest.raises(BadValue, match="place between the goal lines"):
        decided(drive(), RulingRequest(Ruling.OVERTURN, "spot", place))


@pytest.mark.parametrize("key", ["", "good", "nonsense", "__class__"])
def test_only_what_is_offered_may_stand_instead(key):
    with pytest.raises(BadValue, match="instead"):
        decided(drive(), RulingRequest(Ruling.OVERTURN, key))


def test_what_is_offered_depends_on_where_the_game_was():
    assert "tackle" not in offered(drive())
    assert {"spot", "out", "incomplete", "touchdown", "again"} <= set(offered(drive()))
    failed = call(CallKind.TACKLE, 29.0)
    journal = journal_of(TACKLED, Scored(Score.TOUCHDOWN, Team.HOME), TryFailed(Team.HOME))
    assert set(offered(journal, [failed])) == {"good", "player"}
    returned = journal_of(SeriesBegan(Team.AWAY, 500.0, 160.0), begun=BEGUN[:1])
    carrier = call(CallKind.TACKLE, 9.0, ("H22", "A50"), spot=(500.0, 160.0))
    assert "incomplete" not in offered(returned, [carrier])
    found = decided(returned, RulingRequest(Ruling.OVERTURN, "touchdown"), [carrier])
    assert found.changes.then.away_score == 6


def test_a_pass_that_was_not_caught_may_have_been():
    fell = call(CallKind.INCOMPLETE, 9.0, ("H22",), spot=None)
    journal = journal_of(PlayEnded("incomplete", Team.HOME, flagged=True))
    assert offered(journal, [fell])["catch"].place is None
    found = decided(journal, RulingRequest(Ruling.OVERTURN, "catch", (352.0, 100.0)), [fell])
    assert found.changes.then.words(EASY) == "2nd and 4 at the own 44"
    assert "catch" not in offered(drive())


def test_beside_the_end_of_a_play_the_same_may_have_been_there():
    assert "tackle" in offered(journal_of(CLOSE_PLAY), [CLOSE])


def test_the_place_of_the_call_is_offered_first():
    assert offered(drive())["out"].place == (328.0, 160.0)
    assert offered(journal_of(CLOSE_PLAY), [CLOSE])["spot"].place == (312.0, 150.0)


def test_the_down_may_be_played_again():
    assert (
        decided(drive(), RulingRequest(Ruling.OVERTURN, "again")).entries[0].instead
        == DownRepeated()
    )


def test_a_flag_is_decided_once():
    journal = judged(drive(), OverturnEntry(3, "confirmed", TACKLED))
    with pytest.raises(BadValue, match="decided already"):
        decided(journal, RulingRequest(Ruling.CANNOT_TELL))


def test_a_verdict_that_is_taken_back_takes_back_all_that_came_with_it():
    journal = scored()
    before = KEEPER.state(journal)
    given = decided(journal, RulingRequest(Ruling.OVERTURN, "tackle", (792.0, 160.0))).entries
    journal = judged(journal, *given)
    back = decided(journal, RulingRequest(Ruling.REOPEN))
    assert [verdict.entry for verdict in back.entries] == [9, 8]
    assert back.changes.then == before
    journal = judged(journal, *back.entries)
    assert only(journal).open
    assert KEEPER.state(journal) == before


def test_both_verdicts_on_a_touch_and_its_play_are_taken_back():
    journal = journal_of(CLOSE_PLAY, replace(TACKLED, x_mm=336.0))
    given = decided(journal, RulingRequest(Ruling.OVERTURN, "spot"), [CLOSE]).entries
    journal = judged(journal, *given)
    back = decided(journal, RulingRequest(Ruling.REOPEN), [CLOSE]).entries
    assert [verdict.entry for verdict in back] == [7, 6]


def test_there_is_nothing_to_take_back_on_an_open_flag():
    with pytest.raises(BadValue, match="open"):
        decided(drive(), RulingRequest(Ruling.REOPEN))


def test_a_challenge_that_is_withdrawn_is_no_verdict_on_the_call():
    words = ("taken back", "a word of the commissioner", "falls with entry 3")
    journal = judged(drive(), *(OverturnEntry(4, why) for why in words))
    kinds = [(each.kind, each.falls_with) for each in given_rulings(journal)]
    assert kinds == [(Ruling.REOPEN, None), (Ruling.OVERTURN, None), (Ruling.OVERTURN, 3)]


def test_a_play_that_was_taken_back_cannot_be_overturned():
    journal = judged(journal_of(CLOSE_PLAY), OverturnEntry(3, "taken back"))
    with pytest.raises(BadValue, match="taken back"):
        decided(journal, RulingRequest(Ruling.OVERTURN, "spot"), [CLOSE])
    assert decided(journal, RulingRequest(Ruling.CONFIRM), [CLOSE]).entries[0].entry == 4
