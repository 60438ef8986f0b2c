"""The game knows no calls: the words it tells apart are those that calls and plays have."""

from __future__ import annotations

import pytest

from referee.calls.call import CallKind
from referee.calls.play_name import PlayName
from referee.game.events import FUMBLE, PlayEnding, noted_call


@pytest.mark.parametrize("ending", PlayEnding)
def test_every_ending_is_a_call_or_a_play(ending):
    assert ending.value in {*CallKind, *PlayName}


def test_a_fumble_is_a_call():
    assert CallKind.FUMBLE == FUMBLE


@pytest.mark.parametrize("kind", CallKind)
def test_the_players_of_a_noted_call_are_read_back(kind):
    note = noted_call(kind.value, ("A54", "H22"))
    read = {each for each in CallKind if note.players_of(each) is not None}
    assert note.players_of(kind) == ("A54", "H22")
    assert read == {kind}
