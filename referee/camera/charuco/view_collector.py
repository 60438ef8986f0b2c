"""What the views cover so far and what is still missing, while the sheet is being waved."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from referee.camera.charuco.sheet_view import SheetView
from referee.core.arrays import Bools

ACROSS = 6  # columns of cells that corners must cover
DOWN = 4  # rows of cells
ENOUGH_CELLS = 22  # of 24
ENOUGH_VIEWS = 12
ENOUGH_TILTED = 6  # views that show the sheet tilted
TILTED_DEG = 20.0  # from facing the camera, from which on a view counts as tilted
SIDES = 3  # of left, right, up and down, toward which it was tilted
STILL_PX = 1.5  # of a picture 1920 wide; a faster sheet is bent by the rolling shutter
NEW_SHARE = 0.08  # of the picture's width by which a view must differ from all others
MOST_VIEWS = 40
PLACES = ("upper left", "upper middle", "upper right", "lower left", "lower middle", "lower right")


@dataclass(frozen=True, slots=True)
class ViewFeedback:
    """What to show: whether this picture was taken, why not, what is covered, what to do next."""

    taken: bool
    words: str
    cells: tuple[tuple[bool, ...], ...]
    views: int
    tilted: int
    done: float
    enough: bool


@dataclass
class ViewCollector:
    """Takes the views of a stream that differ from all views taken before."""

    views: list[SheetView] = field(default_factory=list)
    _last: SheetView | None = None

    def offer(self, view: SheetView | None) -> ViewFeedback:
        """Look at the newest picture's view."""
        if view is None:
            self._last = None
            return self._feedback("No sheet is seen: hold it up, flat, into the light.")
        moving_px = _moved_px(view, self._last) * 1920.0 / view.size_px[0]
        self._last = view
        if moving_px > STILL_PX:
            return self._feedback("Hold it still for a moment.")
        if len(self.views) >= MOST_VIEWS or not self._is_new(view):
            return self._feedback(self.next_hint())
        self.views.append(view)
        return self._feedback(self.next_hint(), taken=True)

    def add(self, view: SheetView) -> None:
        """Take a view from a picture that the user chose."""
        self.views.append(view)

    def cells(self) -> Bools:
        """The parts of the picture where corners were seen."""
        covered = np.zeros((DOWN, ACROSS), dtype=bool)
        for view in self.views:
            width, height = view.size_px
            columns = np.clip(view.corners_px[:, 0] * ACROSS / width, 0, ACROSS - 1).astype(int)
            rows = np.clip(view.corners_px[:, 1] * DOWN / height, 0, DOWN - 1).astype(int)
            covered[rows, columns] = True
        return covered

    def next_hint(self) -> str:
        """A sentence that says what to do next with the sheet."""
        covered = self.cells()
        if covered.sum() < ENOUGH_CELLS:
            thirds = [
                covered[rows, 2 * k : 2 * k + 2].mean()
                for rows in (slice(0, 2), slice(2, 4))
                for k in range(3)
            ]
            return f"Hold it in the {PLACES[int(np.argmin(thirds))]} of the picture."
        tilts = [tilt_of(view) for view in self.views]
        if sum(deg >= TILTED_DEG for deg, _ in tilts) < ENOUGH_TILTED:
            return "Tilt it more, one edge nearer to the camera than the other."
        if len({side for deg, side in tilts if deg >= TILTED_DEG}) < SIDES:
            return "Tilt it toward another side."
        if len(self.views) < ENOUGH_VIEWS:
            return "A few more, each one different."
        return "That is enough."

    def _is_new(self, view: SheetView) -> bool:
        least = NEW_SHARE * view.size_px[0]
        return all(_moved_px(view, other) > least for other in self.views)

    def _feedback(self, words: str, *, taken: bool = False) -> ViewFeedback:
        covered = self.cells()
        tilted = [tilt_of(v) for v in self.views]
        enough_tilted = sum(deg >= TILTED_DEG for deg, _ in tilted)
        shares = (
            covered.sum() / ENOUGH_CELLS,
            enough_tilted / ENOUGH_TILTED,
            len({side for deg, side in tilted if deg >= TILTED_DEG}) / SIDES,
            len(self.views) / ENOUGH_VIEWS,
        )
        done = float(np.mean([min(1.0, share) for share in shares]))
        rows = tuple(tuple(bool(v) for v in row) for row in covered)
        return ViewFeedback(taken, words, rows, len(self.views), enough_tilted, done, done >= 1.0)


def tilt_of(view: SheetView) -> tuple[float, int]:
    """How many degrees the sheet leans from facing the camera, and to which of four sides."""
    width, height = view.size_px
    focal = 0.9 * width  # no lens is known yet; a tilt of 20 degrees shows with any
    matrix = np.array([[focal, 0.0, width / 2], [0.0, focal, height / 2], [0.0, 0.0, 1.0]])
    points = np.c_[view.corners_mm, np.zeros(len(view.ids))]
    found, turn, _ = cv2.solvePnP(points, view.corners_px, matrix, None)
    if not found:
        return 0.0, 0
    across, down, away = cv2.Rodrigues(turn)[0][:, 2]
    side = int(np.round(np.degrees(np.arctan2(down, across)) / 90.0)) % 4
    return float(np.degrees(np.arccos(min(1.0, abs(away))))), side


def _moved_px(view: SheetView, other: SheetView | None) -> float:
    """How far the corners both show have moved; as far as can be if they share none."""
    if other is None:
        return float("inf")
    _, mine, theirs = np.intersect1d(view.ids, other.ids, return_indices=True)
    if view.sheet is not other.sheet or len(mine) == 0:
        return float("inf")
    return float(np.hypot(*(view.corners_px[mine] - other.corners_px[theirs]).T).mean())
