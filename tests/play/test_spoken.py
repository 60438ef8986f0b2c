"""Words as commands: what may be said, of whom, and how sure one has to be."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.calls.plays import Play
from referee.core.errors import BadValue
from referee.core.roster import Team
from referee.official.said import Aimed, HandedOff, Lateraled, Named, Pitched, TakenUp
from referee.play.commands import Clear, Panic, Ready, Say, Stop, Undo, Wait
from referee.play.spoken import CERTAIN, CERTAIN_ENOUGH_TO_STOP, Speaking, understood
from tests.official.evenings import ROSTER

HOME, AWAY = Speaking(ROSTER, Team.HOME), Speaking(ROSTER, Team.AWAY)


@pytest.mark.parametrize(
    ("words", "command"),
    [
        ("Ready.", Ready()),
        ("SET!", Ready()),
        ("not ready", Wait()),
        ("stop", Stop()),
        ("Power off!", Panic()),
        ("all clear", Clear()),
        ("take it back", Undo()),
        ("take up the target", Say(TakenUp())),
        ("sweep", Say(Named(Play.SWEEP))),
        ("Read option", Say(Named(Play.READ_OPTION))),
        ("22 has the ball", Say(Named(carrier="H22"))),
        ("Twenty-two has it", Say(Named(carrier="H22"))),
        ("twenty two has it.", Say(Named(carrier="H22"))),
        ("number 1 has the ball", Say(Named(carrier="H1"))),
        ("pass to 88", Say(Aimed(receiver="H88"))),
        ("throw to eighty-eight", Say(Aimed(receiver="H88"))),
        ("hand off to 33", Say(HandedOff("H33"))),
        ("pitch to 33", Say(Pitched("H33"))),
        ("lateral to 33", Say(Lateraled("H33"))),
        ("run by 33", Say(Named(Play.RUN, "H33"))),
        ("shovel pass with 44", Say(Named(Play.SHOVEL, "H44"))),
    ],
)
def test_what_may_be_said(words, command):
    assert understood(words, HOME) == command


def test_a_bare_number_is_of_the_team_that_has_the_ball():
    assert understood("50 has the ball", AWAY) == Say(Named(carrier="A50"))
    with pytest.raises(BadValue, match="number is 'fifty'; allowed: the number of a player of"):
        understood("50 has the ball", HOME)


@pytest.mark.parametrize("words", ["", "ready or not", "please", "pass to", "22", "has the ball"])
def test_what_is_no_command_is_answered_with_examples(words):
    with pytest.raises(BadValue, match="allowed: such as"):
        understood(words, HOME)


def test_every_play_of_the_rulebooks_may_be_said():
    for play in Play:
        assert understood(play.value, HOME) == Say(Named(play))


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
    understood(words, HOME, least)
    with pytest.raises(BadValue, match="certainty is "):
        understood(words, HOME, least - 0.01)


@given(st.text(max_size=300))
def test_whatever_is_heard_is_a_command_or_refused_in_a_sentence(words):
    with contextlib.suppress(BadValue):
        assert understood(words, HOME) is not None
