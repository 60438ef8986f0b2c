"""What a game folder calls things does not follow the names of classes."""

from __future__ import annotations

import typing

import pytest

from referee.night.commands import ApplyRulings, Command, Declare, NamePlayers
from referee.night.ledger.record_keeper import plain
from referee.night.ledger.stored_names import _WORDS, stored_name
from referee.official.declarations.types import Declaration, PlayMoved, PlayNamed
from referee.rulebooks.play_step import PlayStep


def members(union):
    parts = typing.get_args(union)
    return [union] if not parts else [each for part in parts for each in members(part)]


@pytest.mark.parametrize("kind", [*members(Command), *members(Declaration)])
def test_every_command_and_declaration_has_its_word(kind):
    assert kind in _WORDS


# As the games of last year have them.
@pytest.mark.parametrize(
    ("kind", "word"), [(Declare, "Say"), (PlayNamed, "Named"), (NamePlayers, "Standing")]
)
def test_a_word_is_what_kept_games_have(kind, word):
    assert stored_name(kind) == word


def test_no_two_share_a_word():
    assert len(set(_WORDS.values())) == len(_WORDS)


def test_a_field_keeps_the_key_that_kept_games_have():
    said = Declare(PlayMoved(step=PlayStep.RETURN, carrier="H1"))
    assert plain(said)["said"]["period"] == "return"
    assert "step" not in plain(said)["said"]
    assert plain(ApplyRulings(()))["verdicts"] == []
