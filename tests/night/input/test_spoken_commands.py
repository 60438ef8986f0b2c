"""Words as commands: what may be said, of whom, and how sure one has to be."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.calls.play_name import PlayName
from referee.core.errors import BadValue
from referee.core.roster import Team
from referee.night.commands import (
    ClearAlarm,
    Declare,
    PanicOff,
    ReportReady,
    RevokeReady,
    StopBoard,
    UndoLastEntry,
)
from referee.night.input.spoken_commands import (
    CERTAIN,
    CERTAIN_ENOUGH_TO_STOP,
    SpokenContext,
    command_from_words,
)
from referee.official.declarations.types import (
    BallHandedOff,
    BallLateraled,
    BallPitched,
    PassAimed,
    PlayNamed,
    TargetRemoved,
)
from tests.official.evenings import ROSTER

HOME, AWAY = SpokenContext(ROSTER, Team.HOME), SpokenContext(ROSTER, Team.AWAY)


@pytest.mark.parametrize(
    ("words", "command"),
    [
        ("Ready.", ReportReady()),
        ("SET!", ReportReady()),
        ("not ready", RevokeReady()),
        ("stop", StopBoard()),
        ("Power off!", PanicOff()),
        ("all clear", ClearAlarm()),
        ("take it back", UndoLastEntry()),
        ("take up the target", Declare(TargetRemoved())),
        ("sweep", Declare(PlayNamed(PlayName.SWEEP))),
        ("Read option", Declare(PlayNamed(PlayName.READ_OPTION))),
        ("22 has the ball", Declare(PlayNamed(carrier="H22"))),
        ("Twenty-two has it", Declare(PlayNamed(carrier="H22"))),
        ("twenty two has it.", Declare(PlayNamed(carrier="H22"))),
        ("number 1 has the ball", Declare(PlayNamed(carrier="H1"))),
        ("pass to 88", Declare(PassAimed(receiver="H88"))),
        ("throw to eighty-eight", Declare(PassAimed(receiver="H88"))),
        ("backward pass", Declare(PassAimed(backward=True))),
        ("Backward pass to 22.", Declare(PassAimed(receiver="H22", backward=True))),
        ("throw backward to twenty-two", Declare(PassAimed(receiver="H22", backward=True))),
        ("pass back to 22", Declare(PassAimed(receiver="H22", backward=True))),
        ("hand off to 33", Declare(BallHandedOff("H33"))),
        ("pitch to 33", Declare(BallPitched("H33"))),
        ("lateral to 33", Declare(BallLateraled("H33"))),
        ("run by 33", Declare(PlayNamed(PlayName.RUN, "H33"))),
        ("shovel pass with 44", Declare(PlayNamed(PlayName.SHOVEL, "H44"))),
    ],
)
def test_what_may_be_said(words, command):
    assert command_from_words(words, HOME) == command


def test_a_bare_number_is_of_the_team_that_has_the_ball():
    assert command_from_words("50 has the ball", AWAY) == Declare(PlayNamed(carrier="A50"))
    with pytest.raises(BadValue, match="number is 'fifty', but should be the number of"):
        command_from_words("50 has the ball", HOME)


@pytest.mark.parametrize("words", ["", "ready or not", "please", "pass to", "22", "has the ball"])
def test_what_is_no_command_is_answered_with_examples(words):
    with pytest.raises(BadValue, match="was not understood; say something such as"):
        command_from_words(words, HOME)


def test_every_play_of_the_rulebooks_may_be_said():
    for play in PlayName:
        assert command_from_words(play.value, HOME) == Declare(PlayNamed(play))


@pytest.mark.parametrize(
    ("words", "least"),
    [
        ("ready", CERTAIN),
        ("sweep", CERTAIN),
        ("stop", CERTAIN_ENOUGH_TO_STOP),
        ("off", CERTAIN_ENOUGH_TO_STOP),
    ],
)
def test_a_stop_is_believed_sooner_than_anything_else(words, least):
    assert CERTAIN_ENOUGH_TO_STOP < CERTAIN
    command_from_words(words, HOME, least)
    with pytest.raises(BadValue, match="certainty is "):
        command_from_words(words, HOME, least - 0.01)


@given(st.text(max_size=300))
def test_whatever_is_heard_is_a_command_or_refused_in_a_sentence(words):
    with contextlib.suppress(BadValue):
        assert command_from_words(words, HOME) is not None
