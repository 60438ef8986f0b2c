"""Episodes as the texts of records and back: what is written is read as the same value."""

from __future__ import annotations

import hypothesis.strategies as st
import pytest
from hypothesis import given

from referee.calls.episode import Consequence, Episode, EpisodeTopic, EpisodeTwin

# One of each, with the text that game folders hold.
WRITTEN = {
    "hit:4:H22:A50:2": Episode(EpisodeTopic.TOUCH, 4, ("H22", "A50"), count=2),
    "brush:4:H22:A50:1": Episode(EpisodeTopic.BRUSH, 4, ("H22", "A50"), count=1),
    "ball:4:A21:1": Episode(EpisodeTopic.BALL_TOUCH, 4, ("A21",), count=1),
    "pass:4": Episode(EpisodeTopic.THROW, 4),
    "pass:4:700": Episode(EpisodeTopic.THROW, 4, since_ns=700),
    "depth:4:H12": Episode(EpisodeTopic.DEPTH, 4, ("H12",)),
    "deep:4:H12": Episode(EpisodeTopic.TOO_DEEP, 4, ("H12",)),
    "line:4:H22:far sideline:700": Episode(
        EpisodeTopic.LINE, 4, ("H22",), name="far sideline", since_ns=700
    ),
    "stop:4:line of scrimmage": Episode(EpisodeTopic.PLACE_STOP, 4, name="line of scrimmage"),
    "gain cut back:4": Episode(EpisodeTopic.GAIN_CUT_BACK, 4),
    "progress:4:H22:700": Episode(EpisodeTopic.PROGRESS, 4, ("H22",), since_ns=700),
    "fall:4:H22:700": Episode(EpisodeTopic.FALL, 4, ("H22",), since_ns=700),
    "dropped:4:700": Episode(EpisodeTopic.DROPPED, 4, since_ns=700),
    "loose out:4:700": Episode(EpisodeTopic.LOOSE_OUT, 4, since_ns=700),
    "dice:4:700": Episode(EpisodeTopic.DICE, 4, since_ns=700),
    "touchback:4:700": Episode(EpisodeTopic.TOUCHBACK, 4, since_ns=700),
    "carrier unknown:4:700": Episode(EpisodeTopic.CARRIER_UNKNOWN, 4, since_ns=700),
    "engaged:4:A1:H1": Episode(EpisodeTopic.ENGAGED, 4, ("A1", "H1")),
    "snap:4:snap:EFHL-SNP-02": Episode(EpisodeTopic.SNAP, 4, name="snap", rule="EFHL-SNP-02"),
    "pulse:4:read:700": Episode(EpisodeTopic.PULSE, 4, name="read", since_ns=700),
    "line-up:4:home:EFHL-FRM-01:Six on the line: one is missing.": Episode(
        EpisodeTopic.LINE_UP,
        4,
        name="home",
        rule="EFHL-FRM-01",
        reason="Six on the line: one is missing.",
    ),
    "not allowed:4:700:no pass may be thrown: it is over": Episode(
        EpisodeTopic.REFUSED, 4, since_ns=700, reason="no pass may be thrown: it is over"
    ),
    "away, H12 is outside the tackle box:4:700": Episode(
        EpisodeTopic.THROWN_AWAY, 4, since_ns=700, reason="H12 is outside the tackle box"
    ),
    "shovel pass to H88, H88 is eligible:4:700": Episode(
        EpisodeTopic.SHOVEL, 4, ("H88",), since_ns=700, reason="H88 is eligible"
    ),
}


@pytest.mark.parametrize("text", WRITTEN)
def test_every_topic_is_written_and_read_as_the_records_have_it(text):
    assert WRITTEN[text].text == text
    assert Episode.read(text) == WRITTEN[text]


@pytest.mark.parametrize("text", WRITTEN)
def test_what_follows_and_what_is_told_apart_is_read_of_every_topic(text):
    made = WRITTEN[text]
    down = made.leading_to(Consequence.DOWN_AT_CATCH).leading_to(Consequence.SAFETY)
    assert down.text == f"safety:down:{text}"
    assert Episode.read(down.text) == down
    assert down.cause is not None
    assert down.cause.cause == made
    assert made.cause is None
    if not text.startswith(("line-up", "not allowed")):
        off = made.told_apart(EpisodeTwin.POWER_OFF, 900)
        assert off.text == f"{text}:off:900"
        assert Episode.read(off.text) == off != made


def test_dice_before_an_episode_are_no_episode_of_dice():
    fumble = Episode(EpisodeTopic.FALL, 4, ("H22",), since_ns=700, follows=(Consequence.DICE,))
    assert Episode.read("dice:fall:4:H22:700") == fumble
    assert Episode.read("dice:4:700").follows == ()


def test_progress_that_only_may_have_been_stopped():
    perhaps = Episode(EpisodeTopic.PROGRESS, 4, ("H22",), since_ns=700, twin=EpisodeTwin.PERHAPS)
    assert perhaps.text == "progress:4:H22:700:perhaps"
    assert Episode.read(perhaps.text) == perhaps


_WORDS = st.text("abH2 :,0", max_size=12)
_NAMES = st.sampled_from([each.value for each in (*EpisodeTopic, *Consequence, *EpisodeTwin)])


@given(st.lists(_NAMES | _WORDS, max_size=6).map(":".join))
def test_no_text_of_a_record_is_lost(text):
    assert Episode.read(text).text == text
