"""What the figure of each dwell looks like: the mean of all that looks have seen of it."""

from __future__ import annotations

import numpy as np

from referee.core.arrays import F32, I64
from referee.vision.appearance.figure_gallery import WAYS, turned_round
from referee.vision.roster.assignment import NOBODY
from referee.vision.roster.player_rows import Table
from referee.vision.roster.stops.dwells import MOST_DWELLS


class DwellViews:
    """One mean for each row of the table of dwells, with the dwell's heading and turned round."""

    def __init__(self) -> None:
        self._sums: F32 | None = None
        self._counts = np.zeros(MOST_DWELLS)

    def forget(self, rows: I64) -> None:
        """These rows are other bases from now on."""
        self._counts[rows] = 0.0
        if self._sums is not None:
            self._sums[rows] = 0.0

    def add(self, dwells: Table, sightings: Table, found: I64, views: F32 | None) -> None:
        """One frame: ``found`` is each dwell's sighting, or -1; views without numbers are left out.

        What was away for a moment may be somebody else until it is seen again and again.
        """
        if views is None:
            return
        if self._sums is None:
            self._sums = np.zeros((MOST_DWELLS, WAYS, views.shape[2]), np.float32)
        here = np.flatnonzero((found != NOBODY) & (dwells["back_count"] == 0.0))
        here = here[np.isfinite(views[found[here]]).all(axis=(1, 2))]
        seen = found[here]
        turn = sightings["heading_rad"][seen] - dwells["heading_rad"][here]
        same = (np.cos(turn) >= 0.0)[:, None, None]
        self._sums[here] += np.where(same, views[seen], turned_round(views[seen]))
        self._counts[here] += 1.0

    def of(self, rows: I64) -> F32 | None:
        """The means of these dwells (n, 2, length); not a number where nobody has looked."""
        if self._sums is None:
            return None
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(self._sums[rows] / self._counts[rows, None, None], np.float32)
