"""The straight lines of a field profile, as segments in board millimetres."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from referee.core.arrays import F64
from referee.core.field.field_profile import FieldProfile


class PrintedLineKind(StrEnum):
    """What a line is. Sidelines and end lines may be drawn as the edge of a border."""

    YARD = "yard line"
    GOAL = "goal line"
    SIDE = "sideline"
    END = "end line"


OUTER = (PrintedLineKind.SIDE, PrintedLineKind.END)


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """One printed line: what people call it, where it runs, and which way is across.

    ``step`` is 0 for a bar, whose middle counts. An edge is 1 where brightness rises toward larger
    coordinates, and -1 where it falls.
    """

    name: str
    kind: PrintedLineKind
    start_mm: tuple[float, float]
    end_mm: tuple[float, float]
    step: int = 0

    @property
    def length_mm(self) -> float:
        """The line's length from end to end."""
        (x0, y0), (x1, y1) = self.start_mm, self.end_mm
        return abs(x1 - x0) + abs(y1 - y0)

    @property
    def across(self) -> int:
        """The axis that the line fixes: 0 for x, 1 for y."""
        return 0 if self.start_mm[0] == self.end_mm[0] else 1

    @property
    def outward(self) -> int:
        """Toward larger coordinates (1) or smaller ones (-1) the field ends; 0 within it."""
        if self.kind not in OUTER:
            return 0
        return -1 if self.name.startswith(("near", "left")) else 1

    @property
    def place_mm(self) -> float:
        """The coordinate that the line fixes: its x or its y."""
        return self.start_mm[self.across]

    def points_mm(self, step_mm: float, margin_mm: float) -> F64:
        """Points along the line, ``step_mm`` apart, none nearer to an end than the margin."""
        low, high = self.start_mm[1 - self.across], self.end_mm[1 - self.across]
        count = max(2, round((high - low - 2.0 * margin_mm) / step_mm) + 1)
        run = np.linspace(low + margin_mm, high - margin_mm, count)
        fixed = np.full(count, self.place_mm)
        return np.stack([fixed, run] if self.across == 0 else [run, fixed], axis=1)


def printed_lines(profile: FieldProfile) -> tuple[PrintedLine, ...]:
    """Lines across the field from left to right, then the sidelines."""
    far = profile.width_mm
    left, right = profile.left_end_line_x_mm, profile.right_end_line_x_mm
    lines = [PrintedLine("left end line", PrintedLineKind.END, (left, 0.0), (left, far))]
    for yards in range(0, 101, profile.yard_line_every_yd):
        x = profile.x_mm(yards)
        kind = PrintedLineKind.GOAL if yards in {0, 100} else PrintedLineKind.YARD
        lines.append(PrintedLine(yard_name(yards), kind, (x, 0.0), (x, far)))
    lines.append(PrintedLine("right end line", PrintedLineKind.END, (right, 0.0), (right, far)))
    lines.append(PrintedLine("near sideline", PrintedLineKind.SIDE, (left, 0.0), (right, 0.0)))
    lines.append(PrintedLine("far sideline", PrintedLineKind.SIDE, (left, far), (right, far)))
    return tuple(lines)


def yard_name(yards: int) -> str:
    """How people name the line so many yards from the left goal line."""
    if yards in {0, 100}:
        return "left goal line" if yards == 0 else "right goal line"
    if yards == 50:
        return "50 yard line"
    return f"left {yards}" if yards < 50 else f"right {100 - yards}"


def corners_mm(profile: FieldProfile) -> F64:
    """Where sidelines meet end lines: left near, right near, right far, left far."""
    left, right, far = profile.left_end_line_x_mm, profile.right_end_line_x_mm, profile.width_mm
    return np.array([[left, 0.0], [right, 0.0], [right, far], [left, far]])
