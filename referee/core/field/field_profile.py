"""A field in board millimetres: what is printed where. Yards exist only through this profile.

Board frame: origin where the left goal line meets the near sideline, x toward the right goal line,
y toward the far sideline.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from referee.core.errors import BadValue
from referee.core.settings.name_check import check_name

FIELD_LENGTH_YD = 100.0
FIELD_WIDTH_YD = 160.0 / 3.0
END_ZONE_YD = 10.0


class BoundaryPrint(StrEnum):
    """What is printed where a sideline or end line counts."""

    LINE = "line"  # the middle of a line
    INNER = "inner edge"  # where a border or a broad band begins, seen from the field
    OUTER = "outer edge"  # where a broad band ends
    UNKNOWN = "unknown"  # one of these; a picture may tell


@dataclass(frozen=True, slots=True)
class FieldProfile:
    """One kind of board. Every length was measured on the board, or says ``nominal`` in its notes.

    ``sideline_is`` and ``end_line_is`` say what is printed there, ``border_width_mm`` how wide that
    line, band or border is (0 where nobody measured it).
    ``numbers_*`` bound the printed yard numerals: the inner edge is nearer the middle of the field.
    ``metal_*`` bound the vibrating sheet, print and border included.
    """

    name: str
    title: str
    goal_to_goal_mm: float
    width_mm: float
    left_end_zone_mm: float
    right_end_zone_mm: float
    near_hash_y_mm: float
    far_hash_y_mm: float
    near_numbers_outer_y_mm: float
    near_numbers_inner_y_mm: float
    far_numbers_inner_y_mm: float
    far_numbers_outer_y_mm: float
    metal_left_x_mm: float
    metal_right_x_mm: float
    metal_near_y_mm: float
    metal_far_y_mm: float
    line_width_mm: float = 1.0
    hash_length_mm: float = 5.0
    yard_line_every_yd: int = 5
    numbers_every_yd: int = 10
    sideline_is: BoundaryPrint = BoundaryPrint.UNKNOWN
    end_line_is: BoundaryPrint = BoundaryPrint.UNKNOWN
    border_width_mm: float = 0.0
    notes: str = ""

    def __post_init__(self) -> None:
        check_name(self.name)
        for key in LENGTH_KEYS:
            low, high = length_range_mm(key)
            if not low <= getattr(self, key) <= high:
                raise BadValue(key, getattr(self, key), f"a number from {low:g} to {high:g}")
        for key, steps in STEPS_YD.items():
            if getattr(self, key) not in steps:
                allowed = f"one of {', '.join(str(v) for v in steps)}"
                raise BadValue(key, getattr(self, key), allowed)
        for key in OUTLINE_KEYS:
            if getattr(self, key) not in set(BoundaryPrint):
                allowed = f"one of {', '.join(BoundaryPrint)}"
                raise BadValue(key, getattr(self, key), allowed)
        low, high = BORDER_MM
        if not low <= self.border_width_mm <= high:
            allowed = f"a number from {low:g} to {high:g}"
            raise BadValue("border_width_mm", self.border_width_mm, allowed)
        for a, b in _ORDER:
            low_mm, high_mm = self._mark(a), self._mark(b)
            if not low_mm < high_mm:
                raise BadValue(b, high_mm, f"more than {a} ({low_mm:g} mm)")

    def _mark(self, key: str) -> float:
        computed = {
            "near sideline": 0.0,
            "left end line": -self.left_end_zone_mm,
            "right end line": self.goal_to_goal_mm + self.right_end_zone_mm,
            "middle of the field": self.width_mm / 2,
        }
        return computed[key] if key in computed else float(getattr(self, key))

    @property
    def length_mm_per_yd(self) -> float:
        """Millimetres of one yard along the field."""
        return self.goal_to_goal_mm / FIELD_LENGTH_YD

    @property
    def width_mm_per_yd(self) -> float:
        """Millimetres of one yard across the field."""
        return self.width_mm / FIELD_WIDTH_YD

    @property
    def left_end_line_x_mm(self) -> float:
        """Back line of the left end zone."""
        return -self.left_end_zone_mm

    @property
    def right_end_line_x_mm(self) -> float:
        """Back line of the right end zone."""
        return self.goal_to_goal_mm + self.right_end_zone_mm

    def x_mm(self, yards_from_left_goal: float) -> float:
        """Board x of a distance from the left goal line in yards."""
        return yards_from_left_goal * self.length_mm_per_yd

    def yards_from_left_goal(self, x_mm: float) -> float:
        """Distance from the left goal line in yards; negative inside the left end zone."""
        return x_mm / self.length_mm_per_yd


_RANGES = {
    "goal_to_goal_mm": (100.0, 5000.0),
    "width_mm": (50.0, 3000.0),
    "left_end_zone_mm": (5.0, 600.0),
    "right_end_zone_mm": (5.0, 600.0),
    "line_width_mm": (0.1, 10.0),
    "hash_length_mm": (0.5, 40.0),
}
_PLACE_MM = (-6000.0, 6000.0)
# Steps that meet the 50 yard line from both goals.
STEPS_YD = {"yard_line_every_yd": (1, 2, 5, 10), "numbers_every_yd": (5, 10)}
OUTLINE_KEYS = ("sideline_is", "end_line_is")
BORDER_MM = (0.0, 200.0)
LENGTH_KEYS = (
    "goal_to_goal_mm",
    "width_mm",
    "left_end_zone_mm",
    "right_end_zone_mm",
    "near_hash_y_mm",
    "far_hash_y_mm",
    "near_numbers_outer_y_mm",
    "near_numbers_inner_y_mm",
    "far_numbers_inner_y_mm",
    "far_numbers_outer_y_mm",
    "metal_left_x_mm",
    "metal_right_x_mm",
    "metal_near_y_mm",
    "metal_far_y_mm",
    "line_width_mm",
    "hash_length_mm",
)


def length_range_mm(key: str) -> tuple[float, float]:
    """The range of a measure by itself; how measures must follow each other comes on top."""
    return _RANGES.get(key, _PLACE_MM)


_ORDER = (
    ("metal_left_x_mm", "left end line"),
    ("right end line", "metal_right_x_mm"),
    ("metal_near_y_mm", "near sideline"),
    ("near sideline", "near_numbers_outer_y_mm"),
    ("near_numbers_outer_y_mm", "near_numbers_inner_y_mm"),
    ("near_numbers_inner_y_mm", "middle of the field"),
    ("near sideline", "near_hash_y_mm"),
    ("near_hash_y_mm", "middle of the field"),
    ("middle of the field", "far_hash_y_mm"),
    ("far_hash_y_mm", "width_mm"),
    ("middle of the field", "far_numbers_inner_y_mm"),
    ("far_numbers_inner_y_mm", "far_numbers_outer_y_mm"),
    ("far_numbers_outer_y_mm", "width_mm"),
    ("width_mm", "metal_far_y_mm"),
)
