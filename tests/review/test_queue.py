"""Which calls want a look, what each of them is about, and which are decided."""

from __future__ import annotations

from dataclasses import replace

from referee.calls.call import CallKind
from referee.core.roster import Team
from referee.game.events import Noted, NoteTopic, PlayEnded, Score, Scored, SeriesBegan
from referee.game.journal import OverturnEntry
from referee.review.queue import review_queue
from tests.review.games import TACKLED, S, call, drive, journal_of, judged, noted

FLAGGED = replace(TACKLED, flagged=True)


def test_a_game_without_flags_has_an_empty_queue():
    assert review_queue(journal_of(TACKLED, TACKLED), [call(CallKind.TACKLE, 9.0, flag=())]) == ()


def test_a_flagged_play_is_in_the_queue_with_its_call_and_its_reasons():
    made = call(CallKind.TACKLE, 18.5)
    (item,) = review_queue(
        journal_of(TACKLED, FLAGGED), [call(CallKind.TACKLE, 8.5, flag=()), made]
    )
    assert (item.number, item.play, item.call) == (4, 4, made)
    assert (item.t_ns, item.reasons) == (round(18.5 * S), ("too close to be sure",))
    assert item.open


def test_a_flag_whose_call_was_not_kept_stands_at_the_time_of_its_entry():
    (item,) = review_queue(journal_of(FLAGGED), [])
    assert (item.call, item.t_ns, item.reasons) == (None, 10 * S, ())


def test_a_touch_that_was_too_close_is_its_own_flag_about_the_play_it_was_in():
    close = call(CallKind.UNCLEAR_TACKLE, 7.0, ("A90", "H22"))
    ended = call(CallKind.TACKLE, 9.0, flag=())
    (item,) = review_queue(journal_of((TACKLED, noted(close))), [close, ended])
    assert (item.number, item.play, item.call) == (4, 3, close)


def test_two_touches_alike_are_told_apart_by_who_touched():
    one, other = (call(CallKind.UNCLEAR_TACKLE, 7.0, (name, "H22")) for name in ("A90", "A50"))
    items = review_queue(journal_of((TACKLED, noted(other), noted(one))), [one, other])
    assert [item.call for item in items] == [other, one]


def test_a_call_that_a_later_one_of_its_episode_replaced_is_not_looked_at():
    first = call(CallKind.TACKLE, 8.0, episode="hit:1")
    later = call(CallKind.BROKEN_TACKLE, 8.1, flag=(), episode="hit:1")
    ended = call(CallKind.OUT_OF_BOUNDS, 9.0, flag=())
    journal = journal_of((PlayEnded("out of bounds", Team.HOME, 340.0, 0.0), noted(later)))
    assert review_queue(journal, [first, later, ended]) == ()


def test_a_return_is_not_looked_at_for_a_tackle_that_was_broken_after_all():
    out = call(CallKind.OUT_OF_BOUNDS, 9.0, flag=())
    first = call(CallKind.TACKLE, 8.0, episode="hit:1")
    broken = call(CallKind.BROKEN_TACKLE, 8.0, flag=(), episode="hit:1")
    journal = journal_of(SeriesBegan(Team.HOME, 200.0, 0.0))
    assert review_queue(journal, [out, first, broken]) == ()


def test_what_the_journal_cannot_flag_the_call_does():
    returned = call(CallKind.TACKLE, 8.0)
    (item,) = review_queue(journal_of(SeriesBegan(Team.HOME, 200.0, 160.0)), [returned])
    assert (item.number, item.call) == (3, returned)


def test_a_flagged_score_finds_its_call():
    made = call(CallKind.TOUCHDOWN, 9.0, ("H22",))
    (item,) = review_queue(journal_of(Scored(Score.TOUCHDOWN, Team.HOME, flagged=True)), [made])
    assert item.call == made


CHALLENGE = Noted("challenge: call 2", flagged=True, about=NoteTopic.CHALLENGE)


def test_a_coach_may_ask_for_a_look_at_the_play_that_is_over():
    journal = journal_of(TACKLED).append(12 * S, "coach", CHALLENGE)
    (item,) = review_queue(journal, [])
    assert (item.number, item.play, item.t_ns) == (4, 3, 12 * S)


def test_a_challenge_is_about_the_newest_call_before_it():
    early, late = call(CallKind.TACKLE, 8.0, flag=()), call(CallKind.OUT_OF_BOUNDS, 9.0, flag=())
    next_play = call(CallKind.TACKLE, 19.0, flag=())
    journal = journal_of(TACKLED).append(12 * S, "coach", CHALLENGE)
    (item,) = review_queue(journal, [early, late, next_play])
    assert (item.call, item.t_ns, item.play) == (late, 9 * S, 3)
    assert item.reasons == ("a coach has challenged it",)


def test_a_flagged_note_that_speaks_of_a_challenge_is_none():
    note = Noted("challenge the spot, says the crowd", flagged=True)
    journal = journal_of(TACKLED).append(12 * S, "coach", note)
    (item,) = review_queue(journal, [call(CallKind.TACKLE, 9.0, flag=())])
    assert (item.call, item.reasons) == (None, ())


def test_a_flag_for_a_foul_is_looked_at_when_it_was_thrown():
    foul = Noted("flag at the own 41, in the play", flagged=True)
    journal = journal_of(TACKLED).append(12 * S, "coach", foul)
    (item,) = review_queue(journal, [call(CallKind.TACKLE, 9.0, flag=())])
    assert (item.call, item.t_ns) == (None, 12 * S)


def test_calls_of_another_play_are_never_taken_for_this_one():
    early, late = call(CallKind.TACKLE, 9.0), call(CallKind.TACKLE, 25.0)
    items = review_queue(journal_of(FLAGGED, FLAGGED, FLAGGED), [early, late])
    assert [item.call for item in items] == [early, None, late]


def test_a_flag_is_open_until_a_verdict_stands_on_it():
    journal = drive(flagged=2)
    assert review_queue(journal, [])[0].open
    journal = judged(journal, OverturnEntry(4, "confirmed", TACKLED))
    (item,) = review_queue(journal, [])
    assert not item.open
    assert (item.ruling.number, item.ruling.why) == (8, "confirmed")
    assert review_queue(judged(journal, OverturnEntry(8, "taken back")), [])[0].open
