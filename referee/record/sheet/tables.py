"""A score sheet as tables of words: what is on it, without how it is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum


class TextAlign(StrEnum):
    """Where the words of a column stand."""

    LEFT = "left"
    RIGHT = "right"
    MIDDLE = "center"


@dataclass(frozen=True, slots=True)
class ScoreSheetColumn:
    """A column: its label, and how wide it is on paper. A label may be empty."""

    label: str
    width_mm: float
    align: TextAlign = TextAlign.RIGHT


@dataclass(frozen=True, slots=True)
class SheetTable:
    """Rows of words under labels."""

    title: str
    columns: tuple[ScoreSheetColumn, ...]
    rows: tuple[tuple[str, ...], ...]

    @property
    def width_mm(self) -> float:
        """All columns together."""
        return sum(column.width_mm for column in self.columns)

    def fitted(self, room_mm: float) -> tuple[ScoreSheetColumn, ...]:
        """As wide as the room at most; words in the last column take what is left."""
        columns, spare_mm = self.columns, room_mm - self.width_mm
        if spare_mm < 0.0:
            share = room_mm / self.width_mm
            return tuple(replace(c, width_mm=c.width_mm * share) for c in columns)
        if columns[-1].align is not TextAlign.LEFT:
            return columns
        last = replace(columns[-1], width_mm=columns[-1].width_mm + spare_mm)
        return (*columns[:-1], last)


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The whole: a title, lines under it, and tables."""

    title: str
    lines: tuple[str, ...]
    tables: tuple[SheetTable, ...]


def columns(
    *described: tuple[str, float] | tuple[str, float, TextAlign],
) -> tuple[ScoreSheetColumn, ...]:
    """Columns from their labels, widths and sides."""
    return tuple(ScoreSheetColumn(*each) for each in described)


def text_rows(values: Sequence[Sequence[object]]) -> tuple[tuple[str, ...], ...]:
    """Values as words; what is None is left empty."""
    return tuple(tuple("" if v is None else str(v) for v in row) for row in values)
