"""A doubt is its sentence, and a sentence of a file is a doubt again."""

from __future__ import annotations

import copy
import json

import pytest

from referee.calls.doubts import Doubt, DoubtKind


def made(kind):
    players = [name for mark, name in (("{0}", "A7"), ("{1}", "H22")) if mark in kind.value]
    return Doubt(kind, *players, detail="he stood" if "{detail}" in kind.value else "")


@pytest.mark.parametrize("kind", DoubtKind)
def test_every_sentence_is_read_back_as_what_it_was_made_of(kind):
    doubt = made(kind)
    for again in (Doubt.read(str(doubt)), copy.deepcopy(doubt), copy.copy(doubt)):
        assert (again.kind, again.players, again.detail) == (kind, doubt.players, doubt.detail)
        assert again == doubt


def test_files_hold_the_sentence():
    doubt = Doubt(DoubtKind.HIDDEN_MAY_TOUCH, "A7", "H22")
    assert json.dumps([doubt]) == '["A7 is not seen and may touch H22"]'
    assert doubt.sentence == "A7 is not seen and may touch H22"


def test_a_sentence_of_no_kind_is_kept():
    doubt = Doubt.read("the cat sat on the board")
    assert (doubt, doubt.kind) == ("the cat sat on the board", DoubtKind.OTHER)


@pytest.mark.parametrize(
    ("sentence", "doubt"),
    [
        ("he may have fallen first", Doubt(DoubtKind.FELL_FIRST)),
        ("he was beyond the end line already", Doubt(DoubtKind.ALREADY_BEYOND, detail="end line")),
        ("A7 may have touched him first", Doubt(DoubtKind.TOUCHED_CARRIER_FIRST, "A7")),
        ("A7 was not seen when he touched it", Doubt(DoubtKind.NOT_SEEN_AT_TOUCH, "A7")),
    ],
)
def test_the_sentences_of_older_files_are_read_as_the_same_reasons(sentence, doubt):
    again = Doubt.read(sentence)
    assert (again, again.kind, again.players) == (doubt, doubt.kind, doubt.players)
