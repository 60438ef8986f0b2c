"""Formations: well-formed data, legal and without overlap on every board."""

from __future__ import annotations

from itertools import combinations

import pytest

from referee.core.errors import BadValue
from referee.core.geometry.crossing import support_mm
from referee.loaders.bases import load_base
from referee.loaders.fields import load_field
from referee.sim.formations.formation import FormationSide, formation_names, load_formation
from referee.sim.formations.line_up import line_up
from tests.sim.physics.boards import outline

BASE = load_base("standard")
PAIRS = [
    ("i-formation", "4-3"),
    ("pro-set", "3-4"),
    ("shotgun-spread", "nickel"),
    ("single-back", "prevent"),
    ("goal-line-offence", "goal-line-defence"),
    ("punt", "punt-return"),
    ("field-goal", "field-goal-block"),
    ("kickoff", "kick-return"),
]
MINE = """
title = "Mine"
side = "offence"
ball = "P0"
players = [
{rows}
]
"""


def rows(count: int = 11, on_line: int = 7) -> str:
    return "\n".join(
        f'  {{ role = "P{k}", depth_yd = {0.3 if k < on_line else 6.0}, across_yd = {3 * k} }},'
        for k in range(count)
    )


def poses(name: str, board: str, spot_yd: float, ball: float, direction: int):
    field = load_field(board)
    hash_y = field.near_hash_y_mm + ball * (field.far_hash_y_mm - field.near_hash_y_mm)
    return line_up(load_formation(name), [BASE] * 11, field, field.x_mm(spot_yd), hash_y, direction)


def test_there_is_something_for_every_side() -> None:
    for side, count in (
        (FormationSide.OFFENCE, 5),
        (FormationSide.DEFENCE, 4),
        (FormationSide.KICKING, 3),
        (FormationSide.RECEIVING, 3),
    ):
        assert len(formation_names(side)) >= count


@pytest.mark.parametrize("name", formation_names())
def test_eleven_with_a_role_each(name: str) -> None:
    formation = load_formation(name)
    assert len({spot.role for spot in formation.spots}) == 11
    assert formation.title


@pytest.mark.parametrize("board", ["620", "500"])
@pytest.mark.parametrize(("ours", "theirs"), PAIRS)
@pytest.mark.parametrize(("spot_yd", "ball"), [(35.0, 0.5), (50.0, 0.0), (28.0, 1.0)])
@pytest.mark.parametrize("direction", [1, -1])
def test_nobody_overlaps_and_all_are_in_bounds(
    board: str, ours: str, theirs: str, spot_yd: float, ball: float, direction: int
) -> None:
    field = load_field(board)
    placed = poses(ours, board, spot_yd, ball, direction)
    placed += poses(theirs, board, spot_yd, ball, -direction)
    shapes = [outline(BASE, pose, quad_segs=8) for pose in placed]
    for a, b in combinations(shapes, 2):
        assert a.distance(b) > 1.0
    for shape in shapes:
        low_x, low_y, high_x, high_y = shape.bounds
        assert low_x > field.left_end_line_x_mm
        assert high_x < field.right_end_line_x_mm
        assert low_y > 0.0
        assert high_y < field.width_mm


@pytest.mark.parametrize("board", ["620", "500"])
@pytest.mark.parametrize("name", formation_names(FormationSide.OFFENCE))
def test_seven_are_on_the_line_and_nobody_is_over_it(board: str, name: str) -> None:
    field = load_field(board)
    spot = field.x_mm(40.0)
    fronts = [spot - support_mm(BASE, p, (1.0, 0.0)) for p in poses(name, board, 40.0, 0.5, 1)]
    assert min(fronts) > 0.0
    assert sum(front < field.length_mm_per_yd for front in fronts) == 7


def test_the_other_direction_is_the_same_seen_from_the_other_side() -> None:
    field = load_field("620")
    right = poses("i-formation", "620", 50.0, 0.5, 1)
    left = poses("i-formation", "620", 50.0, 0.5, -1)
    for a, b in zip(right, left, strict=True):
        assert a.x_mm - field.x_mm(50.0) == pytest.approx(field.x_mm(50.0) - b.x_mm)
        assert a.y_mm == pytest.approx(field.width_mm - b.y_mm)
        assert (a.heading_deg - b.heading_deg) % 360.0 == pytest.approx(180.0)


def test_a_formation_of_ones_own_is_read_from_a_file(tmp_path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(MINE.format(rows=rows()), encoding="utf-8")
    assert load_formation(str(path)).spots[3].role == "P3"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (MINE.format(rows=rows(count=10)), ["players", "11"]),
        (MINE.format(rows=rows(on_line=6)), ["players on the line is 6", "7"]),
        (MINE.format(rows=rows()).replace('"P4"', '"P3"'), ["players[4].role is 'P3'", "once"]),
        (MINE.format(rows=rows()).replace("6.0", "99"), ["players[7].depth_yd is 99", "0 to 60"]),
        (MINE.format(rows=rows()).replace("depth_yd", "deep_yd", 1), ["players[0].depth_yd"]),
        (MINE.format(rows=rows()).replace('"offence"', '"ofence"'), ["side", "offence"]),
        (MINE.format(rows=rows()).replace('"P0"\n', '"QB"\n'), ["ball is 'QB'"]),
        (MINE.format(rows=rows()) + "colour = 3\n", ["colour", "not a known key"]),
    ],
)
def test_a_bad_file_gets_one_sentence_with_file_key_value_and_range(tmp_path, text, words) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadValue) as caught:
        load_formation(str(path))
    for word in ["mine.toml", *words]:
        assert word in str(caught.value)


def test_an_unknown_formation_is_answered_with_the_known_ones() -> None:
    with pytest.raises(BadValue, match="i-formation"):
        load_formation("wishbone")
