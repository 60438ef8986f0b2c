"""The table of a play as a picture: its statuses, and what leads from one to the next."""

from __future__ import annotations

import math
from collections.abc import Mapping

from referee.loaders.formats.vector_picture import VectorPicture
from referee.official.play.status import ANYWHERE, PLAY_TABLE, PlayStatus

# Column and row of every status; the arrows come from the table.
_PLACES: Mapping[PlayStatus, tuple[int, int]] = {
    PlayStatus.BEFORE_SNAP: (0, 1),
    PlayStatus.OVER: (0, 0),
    PlayStatus.PHASE_ONLY: (0, -1),
    PlayStatus.RUNNING: (1, 1),
    PlayStatus.AT_STOP: (1, -1),
    PlayStatus.COUNTED: (2, -1),
    PlayStatus.INTERRUPTED: (2, 1),
    PlayStatus.STOPPING: (2, 0),
}
_COLUMN_MM, _ROW_MM = 96.0, 44.0
_HALF_WIDE_MM, _HALF_HIGH_MM = 24.0, 8.0
_SLIP_MM = 6.5  # how far an arrow lies beside the one that leads back
_LETTER_MM, _NAME_MM = 2.8, 4.0
_LABEL_AT = 0.36  # the share of an arrow at which its words stand
_BOX, _POWER, _EDGE, _TEXT, _INK, _PAPER = (
    "#eef3f8", "#ffe3b8", "#33475b", "#1c2733", "#1f5fbf", "#ffffff",
)  # fmt: skip
_WITH_POWER = (PlayStatus.RUNNING, PlayStatus.STOPPING)


def draw_play_table() -> VectorPicture:
    """Boxes for statuses, arrows with the events that lead from one to the next."""
    below_mm = -_ROW_MM - _HALF_HIGH_MM - 10.0
    right_mm = 2 * _COLUMN_MM + _HALF_WIDE_MM + 6.0
    picture = VectorPicture(
        -_HALF_WIDE_MM - 6.0, below_mm - 5.0 * len(ANYWHERE), right_mm, _ROW_MM + 14.0
    )
    arrows = play_arrows()
    for way in arrows:
        _draw_arrow(picture, *_ends(way, back=(way[1], way[0]) in arrows))
    for way, labels in arrows.items():
        _draw_label(picture, labels, *_ends(way, back=(way[1], way[0]) in arrows))
    for status in PlayStatus:
        _draw_box(picture, status)
    for k, (event, status) in enumerate(ANYWHERE.items()):
        words = f"From everywhere but “{PlayStatus.COUNTED}”: {event} → {status}"
        picture.words(-_HALF_WIDE_MM, below_mm - 5.0 * k, words, _LETTER_MM, _TEXT, "start")
    return picture


def play_arrows() -> dict[tuple[PlayStatus, PlayStatus], list[str]]:
    """The events of each pair of statuses, those that lead from everywhere apart."""
    arrows: dict[tuple[PlayStatus, PlayStatus], list[str]] = {}
    for start, row in PLAY_TABLE.items():
        for event, end in row.items():
            arrows.setdefault((start, end), []).append(event.value)
    return arrows


def _draw_box(picture: VectorPicture, status: PlayStatus) -> None:
    x, y = _middle(status)
    w, h = _HALF_WIDE_MM, _HALF_HIGH_MM
    corners = [(x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)]
    picture.polygon(corners, _POWER if status in _WITH_POWER else _BOX, _EDGE, 0.5)
    picture.words(x, y - 1.2, status.value, _NAME_MM, _TEXT)


def _draw_arrow(
    picture: VectorPicture, start: tuple[float, float], end: tuple[float, float]
) -> None:
    picture.line([start, end], _INK, 0.6)
    angle = math.atan2(end[1] - start[1], end[0] - start[0])
    wings = [
        (end[0] - 3.2 * math.cos(angle + turn), end[1] - 3.2 * math.sin(angle + turn))
        for turn in (-0.4, 0.4)
    ]
    picture.polygon([end, *wings], _INK)


def _draw_label(
    picture: VectorPicture,
    labels: list[str],
    start: tuple[float, float],
    end: tuple[float, float],
) -> None:
    x = start[0] + _LABEL_AT * (end[0] - start[0])
    y = start[1] + _LABEL_AT * (end[1] - start[1])
    wide_mm = max(len(label) for label in labels) * _LETTER_MM * 0.3 + 0.8
    high_mm = len(labels) * _LETTER_MM * 0.7
    picture.rectangle(x - wide_mm, y - high_mm, x + wide_mm, y + high_mm, _PAPER)
    for k, label in enumerate(labels):
        picture.words(x, y + high_mm - (k + 0.8) * _LETTER_MM * 1.4, label, _LETTER_MM, _INK)


def _ends(
    way: tuple[PlayStatus, PlayStatus], *, back: bool
) -> tuple[tuple[float, float], tuple[float, float]]:
    """From the edge of one box to the edge of the other, a little to the right of the middle."""
    a, b = _middle(way[0]), _middle(way[1])
    dx, dy = b[0] - a[0], b[1] - a[1]
    far_mm = math.hypot(dx, dy)
    slip_mm = _SLIP_MM if back else 0.0
    x_mm, y_mm = dy / far_mm * slip_mm, -dx / far_mm * slip_mm
    inside = min(
        _HALF_WIDE_MM / abs(dx) if dx else math.inf, _HALF_HIGH_MM / abs(dy) if dy else math.inf
    )
    start = a[0] + dx * inside + x_mm, a[1] + dy * inside + y_mm
    return start, (b[0] - dx * inside + x_mm, b[1] - dy * inside + y_mm)


def _middle(status: PlayStatus) -> tuple[float, float]:
    column, row = _PLACES[status]
    return column * _COLUMN_MM, row * _ROW_MM
