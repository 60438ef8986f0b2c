"""What both searches for the truth share: poses between ticks, and the list of what was found."""

from __future__ import annotations

from referee.core.compiler import compiled
from referee.core.geometry.base_shape import FloatArray

# A root is found when its time is known this well, in ticks (1e-6: 1 ns).
SHARE = 1e-7
# Columns of what was found: tick, share of it, then two rows and whether touching began (contacts)
# or a row, a line and a code (lines).
FOUND_COLUMNS = 5
MOST_FOUND = 4096


@compiled
def pose_at(before: FloatArray, after: FloatArray, share: float, out: FloatArray) -> None:
    """The pose a share of the way from one tick to the next."""
    for k in range(3):
        out[k] = before[k] + share * (after[k] - before[k])


@compiled
def add_row(
    found: FloatArray, count: int, tick: int, share: float, i: int, j: int, code: float
) -> int:
    """Add a row to what was found; the new number of rows."""
    if count < found.shape[0]:
        found[count, 0], found[count, 1] = tick, share
        found[count, 2], found[count, 3], found[count, 4] = i, j, code
        count += 1
    return count
