"""Where the print lies, measured in the picture: line centres fitted to a fraction of a pixel."""

from __future__ import annotations

import numpy as np
import pytest

from referee.core.field.field_profile import FieldProfile
from referee.sim.art.print.board_print import paint_board
from referee.sim.look import FieldLook

PX_PER_MM = 4.0
# Numbers that fall on no whole pixel, so that rounding anywhere shows.
FIELD = FieldProfile(
    name="odd",
    title="A small field with crooked numbers",
    goal_to_goal_mm=361.3,
    width_mm=201.7,
    left_end_zone_mm=33.1,
    right_end_zone_mm=34.9,
    near_hash_y_mm=75.3,
    far_hash_y_mm=127.9,
    near_numbers_outer_y_mm=22.4,
    near_numbers_inner_y_mm=36.9,
    far_numbers_inner_y_mm=164.2,
    far_numbers_outer_y_mm=179.3,
    metal_left_x_mm=-47.7,
    metal_right_x_mm=410.4,
    metal_near_y_mm=-16.3,
    metal_far_y_mm=219.1,
)
PLAIN = FieldLook(turf_stripe=None, wear=0.0, centre_logo=0, left_text="", right_text="", seed=3)


@pytest.fixture(scope="module")
def printed() -> tuple[np.ndarray, float, float]:
    image, x0, y0 = paint_board(FIELD, PLAIN, PX_PER_MM)
    light = (image[:, :, 2].astype(float) / 255.0) ** 2.2  # red: where turf is darkest
    return light, x0, y0 + image.shape[0] / PX_PER_MM


def profile_along_x(printed: tuple[np.ndarray, float, float], y0: float, y1: float) -> np.ndarray:
    light, _, far = printed
    rows = slice(round((far - y1) * PX_PER_MM), round((far - y0) * PX_PER_MM))
    return np.asarray(light[rows].mean(axis=0))


def centre(signal: np.ndarray, near_px: float, reach_px: int) -> float:
    """Middle of a painted line, in pixels from the edge, from the areas of its two flanks.

    Each flank is compared with the ground on its own side, so the two grounds may differ.
    """
    middle, left, right = round(near_px), round(near_px) - reach_px, round(near_px) + reach_px
    paint = float(signal[middle - 1 : middle + 1].max())
    edges = []
    for flank, ground in (
        (signal[left:middle], float(np.median(signal[left - 4 : left + 1]))),
        (signal[middle:right], float(np.median(signal[right - 1 : right + 4]))),
    ):
        edges.append(float(((flank - ground) / (paint - ground)).sum()))
    return middle + (edges[1] - edges[0]) / 2


@pytest.mark.parametrize("yards", [0, 5, 25, 50, 70, 95, 100])
def test_yard_lines_lie_where_the_profile_says(
    printed: tuple[np.ndarray, float, float], yards: int
) -> None:
    signal = profile_along_x(printed, 45.0, 65.0)
    at = FIELD.x_mm(yards)
    found = centre(signal, (at - printed[1]) * PX_PER_MM, 7) / PX_PER_MM + printed[1]
    assert found == pytest.approx(at, abs=0.04)


@pytest.mark.parametrize("y", [0.0, FIELD.width_mm])
def test_sidelines_lie_where_the_profile_says(
    printed: tuple[np.ndarray, float, float], y: float
) -> None:
    light, x0, far = printed
    columns = slice(round((102.0 - x0) * PX_PER_MM), round((104.0 - x0) * PX_PER_MM))
    signal = light[:, columns].mean(axis=1)
    found = far - centre(signal, (far - y) * PX_PER_MM, 6) / PX_PER_MM
    assert found == pytest.approx(y, abs=0.06)


@pytest.mark.parametrize("row_y", [FIELD.near_hash_y_mm, FIELD.far_hash_y_mm])
@pytest.mark.parametrize("yard", [1, 33, 62, 99])
def test_hash_marks_are_centred_on_their_row_and_yard(
    printed: tuple[np.ndarray, float, float], row_y: float, yard: int
) -> None:
    light, x0, far = printed
    x_px, y_px = (FIELD.x_mm(yard) - x0) * PX_PER_MM, (far - row_y) * PX_PER_MM
    rows = slice(round(y_px) - 4, round(y_px) + 4)
    along = centre(light[rows].mean(axis=0), x_px, 6)
    columns = slice(round(x_px) - 1, round(x_px) + 1)
    across = centre(light[:, columns].mean(axis=1), y_px, 16)
    assert along / PX_PER_MM + x0 == pytest.approx(FIELD.x_mm(yard), abs=0.05)
    assert far - across / PX_PER_MM == pytest.approx(row_y, abs=0.08)


@pytest.mark.parametrize(
    ("low", "high"),
    [
        (FIELD.near_numbers_outer_y_mm, FIELD.near_numbers_inner_y_mm),
        (FIELD.far_numbers_inner_y_mm, FIELD.far_numbers_outer_y_mm),
    ],
)
def test_numerals_reach_from_their_outer_to_their_inner_edge(
    printed: tuple[np.ndarray, float, float], low: float, high: float
) -> None:
    light, x0, far = printed
    # the 0 of a 50 lies beside the line, clear of hashes and arrows
    beside = [FIELD.x_mm(50.0) + side * 7.2 for side in (-1.0, 1.0)]
    x_px = [round((x - x0) * PX_PER_MM) for x in beside]
    ink = max(
        (light[:, p - 5 : p + 6].max(axis=1) for p in x_px),
        key=lambda column: float(column.sum()),
    )
    rows = np.flatnonzero(ink > 0.4)
    y = far - (rows + 0.5) / PX_PER_MM
    inside = y[(y > low - 3.0) & (y < high + 3.0)]
    assert inside.min() == pytest.approx(low, abs=0.3)
    assert inside.max() == pytest.approx(high, abs=0.3)


def test_numerals_face_their_own_sideline() -> None:
    """The 4 of the left 40: its open foot is left of its stem, near side seen upright."""
    image, x0, y0 = paint_board(FIELD, PLAIN, PX_PER_MM)
    far = y0 + image.shape[0] / PX_PER_MM
    ink = image[:, :, 2] > 150

    def ink_at(x_mm: float, y_mm: float) -> bool:
        c, r = round((x_mm - x0) * PX_PER_MM), round((far - y_mm) * PX_PER_MM)
        return bool(ink[r - 1 : r + 2, c - 1 : c + 2].any())

    near_low, near_high = FIELD.near_numbers_outer_y_mm, FIELD.near_numbers_inner_y_mm
    x = FIELD.x_mm(40.0)

    def ink_in(x_from: float, x_to: float, y_from: float, y_to: float) -> int:
        ys = np.arange(y_from, y_to, 0.5)
        xs = np.arange(x_from, x_to, 0.5)
        return sum(ink_at(float(a), float(b)) for a in xs for b in ys)

    height = near_high - near_low
    below = ink_in(x - height, x - 1.0, near_low, near_low + 0.22 * height)
    above = ink_in(x - height, x - 1.0, near_low + 0.3 * height, near_low + 0.52 * height)
    assert below < above
    far_low, far_high = FIELD.far_numbers_inner_y_mm, FIELD.far_numbers_outer_y_mm
    far_height = far_high - far_low
    foot = ink_in(x + 1.0, x + far_height, far_high - 0.22 * far_height, far_high)
    bar = ink_in(x + 1.0, x + far_height, far_high - 0.52 * far_height, far_high - 0.3 * far_height)
    assert foot < bar


def test_the_picture_covers_the_metal() -> None:
    image, x0, y0 = paint_board(FIELD, PLAIN, 2.0)
    assert (x0, y0 + image.shape[0] / 2.0) == pytest.approx(
        (FIELD.metal_left_x_mm, FIELD.metal_far_y_mm)
    )
    assert image.shape[1] / 2.0 == pytest.approx(458.1, abs=0.5)
    assert image.dtype == np.uint8


def test_the_same_seed_prints_the_same_board_and_another_one_does_not() -> None:
    worn = FieldLook(wear=0.6, seed=9)
    first, second = (paint_board(FIELD, worn, 1.0)[0] for _ in range(2))
    other = paint_board(FIELD, FieldLook(wear=0.6, seed=10), 1.0)[0]
    assert np.array_equal(first, second)
    assert not np.array_equal(first, other)


def test_wear_takes_paint_off_the_lines() -> None:
    light = [
        (paint_board(FIELD, FieldLook(wear=w, centre_logo=0, seed=4), 2.0)[0][:, :, 2] > 170).sum()
        for w in (0.0, 0.9)
    ]
    assert light[1] < 0.9 * light[0]
