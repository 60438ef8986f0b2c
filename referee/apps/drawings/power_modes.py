"""The power of a night as a picture, drawn from the table that decides it.

`draw_power().save(path)` writes the picture of the docs.
"""

from __future__ import annotations

from referee.loaders.formats.vector_picture import VectorPicture
from referee.night.safety.power_table import POWER_TABLE, PowerMode, PowerRow

# One lane for each mode with power, from top to bottom; the board at rest is beside all of them.
LANES = (PowerMode.LEASED, PowerMode.PULSED, PowerMode.BY_HAND)
# In mm of the picture. The origin is the lower left corner.
LETTER_MM, NAME_MM, LINE_MM, MARGIN_MM = 3.2, 4.8, 5.0, 6.0
REST_WIDE_MM, ON_WIDE_MM, ARROW_MM = 136.0, 76.0, 152.0
LANE_MM, BOX_MM, HEAD_MM = 50.0, 40.0, 3.4
ALWAYS = "else"
EDGE, TEXT, INK = "#33475b", "#1c2733", "#1f5fbf"
REST_FILL, POWER_FILL = "#eef3f8", "#ffe3b8"


def draw_power() -> VectorPicture:
    """Boxes for modes with the rows that stay there, arrows for the rows that lead elsewhere."""
    high_mm = LANE_MM * len(LANES)
    right_mm = REST_WIDE_MM + ARROW_MM
    picture = VectorPicture(
        -MARGIN_MM, -MARGIN_MM, right_mm + ON_WIDE_MM + MARGIN_MM, high_mm + MARGIN_MM
    )
    _draw_box(picture, PowerMode.OFF, 0.0, REST_WIDE_MM, (0.0, high_mm))
    for lane, mode in enumerate(LANES):
        middle_mm = high_mm - (lane + 0.5) * LANE_MM
        low_high = middle_mm - BOX_MM / 2, middle_mm + BOX_MM / 2
        _draw_box(picture, mode, right_mm, ON_WIDE_MM, low_high)
        _draw_arrow(picture, rows_between(PowerMode.OFF, mode), middle_mm + 8.0, to_right=True)
        _draw_arrow(picture, rows_between(mode, PowerMode.OFF), middle_mm - 17.0, to_right=False)
    return picture


def rows_between(mode: PowerMode, then: PowerMode) -> list[PowerRow]:
    """The rows of a mode that lead to another, or stay."""
    return [row for row in POWER_TABLE[mode] if row.then is then]


def row_words(row: PowerRow) -> str:
    """A row as a line of the picture: its conditions, and what is ordered."""
    return f"{' and '.join(each.value for each in row.when) or ALWAYS}: {row.order.value}"


def _draw_box(
    picture: VectorPicture,
    mode: PowerMode,
    left_mm: float,
    wide_mm: float,
    low_high_mm: tuple[float, float],
) -> None:
    (low, high), right = low_high_mm, left_mm + wide_mm
    corners = [(left_mm, low), (right, low), (right, high), (left_mm, high)]
    picture.polygon(corners, POWER_FILL if mode.on else REST_FILL, EDGE, 0.5)
    picture.words(left_mm + wide_mm / 2, high - 8.0, mode.value, NAME_MM, TEXT)
    for k, row in enumerate(rows_between(mode, mode)):
        down = high - 16.0 - k * LINE_MM
        picture.words(left_mm + 3.0, down, row_words(row), LETTER_MM, TEXT, "start")


def _draw_arrow(
    picture: VectorPicture, rows: list[PowerRow], y_mm: float, *, to_right: bool
) -> None:
    """An arrow across the gap, with a line for each row above it."""
    start, end = REST_WIDE_MM, REST_WIDE_MM + ARROW_MM
    tip, back = (end, -HEAD_MM) if to_right else (start, HEAD_MM)
    picture.line([(start, y_mm), (end, y_mm)], INK, 0.6)
    wings = [(tip + back, y_mm + side * HEAD_MM / 2) for side in (-1.0, 1.0)]
    picture.polygon([(tip, y_mm), *wings], INK)
    for k, row in enumerate(reversed(rows)):
        up = y_mm + 2.0 + k * LINE_MM
        picture.words((start + end) / 2, up, row_words(row), LETTER_MM, INK)
