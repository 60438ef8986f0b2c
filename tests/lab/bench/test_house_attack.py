"""What the bench of attacks says of a night that was attacked."""

from __future__ import annotations

from referee.lab.bench.play.house_attack import NOBODY, AttackFigures, attack_rows

CALM = AttackFigures(NOBODY, [30.0, 29.0, 30.0], [20.0, 60.0], 0, [True, True])


def rows_of(attacked):
    return {row.label: row for row, _ in attack_rows([CALM, attacked]) if row is not None}


def test_a_rate_that_falls_and_a_stop_that_is_late_miss_their_bars():
    rows = rows_of(AttackFigures("lines", [15.0, 15.0, 16.0], [80.0, 900.0], 1, [True, False]))
    late, lost = rows["page: lines: Stop answered, worst"], rows["page: lines: frame rate lost"]
    assert late.value == 900.0 > late.bar
    assert lost.value == 0.5 > lost.bar
    assert rows["page: lines: Stop never answered"].value == 1.0


def test_an_attack_that_changes_nothing_meets_them():
    rows = rows_of(AttackFigures("lines", [31.0, 30.0, 29.0], [80.0], 0, [True]))
    assert rows["page: lines: frame rate lost"].value == 0.0
    assert rows["page: lines: Stop answered, worst"].value == 80.0


def notes_of(attacked):
    return [note for row, note in attack_rows([CALM, attacked]) if row is None]


def test_readers_who_were_given_no_clip_are_said_to_have_measured_nothing():
    name = "8 readers of clips"
    readers = AttackFigures(name, [30.0], [20.0], 0, [True], '{"lists 200": 90, "clips 404": 90}')
    assert any("no clip was given" in note for note in notes_of(readers))
    served = AttackFigures(name, [30.0], [20.0], 0, [True], '{"lists 200": 9, "clips 200": 90}')
    assert not any("no clip was given" in note for note in notes_of(served))
