"""A truth file: one line per fact, read back as it was."""

from __future__ import annotations

import json

import pytest

from referee.core.errors import BadValue
from referee.sim.physics.truth.truth_file import KINDS, read_fact, read_truth
from tests.sim.physics.boards import MS, scrum
from tests.sim.physics.fingerprint import game

GOOD = '{"t_ns":5,"kind":"fell","player":"H1","toward_deg":90.0}'


def test_every_line_of_a_game_is_read_back_as_the_same_line() -> None:
    lines = [event.to_json() for event in game(1000 / 30, look=False).events()]
    assert {json.loads(line)["kind"] for line in lines} >= {"contact began", "line reached", "hand"}
    assert [event.to_json() for event in read_truth(lines, "truth.jsonl")] == lines


def test_the_header_and_picture_lines_of_a_take_are_passed_over() -> None:
    lines = ['{"format":"referee.truth","version":1}', '{"kind":"frame","frame":0}', GOOD]
    assert [fact.t_ns for fact in read_truth(lines, "truth.jsonl")] == [5]


def test_facts_come_in_the_order_of_time() -> None:
    board = scrum(2)
    board.power_on()
    board.step_to(1500 * MS)
    times = [event.t_ns for event in board.events()]
    assert times == sorted(times)
    assert len(times) > 10


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{", ["not JSON"]),
        ("[1]", ["one JSON object"]),
        (GOOD.replace("fell", "flew"), ["kind is 'flew'", *KINDS]),
        (GOOD.replace(',"toward_deg":90.0', ""), ["toward_deg is missing"]),
        (GOOD.replace('"player"', '"plyer"'), ["player"]),
        (GOOD.replace("90.0", '"north"'), ["toward_deg is 'north'", "float"]),
        (GOOD.replace(":5,", ":5.5,"), ["t_ns is 5.5", "int"]),
        (GOOD.replace("}", ',"x":1}'), ["x is not a known key"]),
    ],
)
def test_a_bad_line_gets_one_sentence(line: str, words: list[str]) -> None:
    with pytest.raises(BadValue) as caught:
        read_fact(line, "truth.jsonl, line 3")
    for word in ["truth.jsonl, line 3", *words]:
        assert word in str(caught.value)
