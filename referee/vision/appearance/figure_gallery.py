"""Who a figure is by what it looks like: the views of each player that somebody has named.

A view is a vector of length one that `FigureLooks` makes of a picture of one figure; two views of a
figure point nearly the same way, those of two team mates do not. A base whose front is not known is
described both ways round.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from referee.core.arrays import F32, F64, Bools

# Of a base described both ways round: with the heading as it was measured, and turned by 180
# degrees.
AHEAD, TURNED = 0, 1
WAYS = 2
# A figure looks like none of its views so often: in a hand's shadow, half hidden, leaning anew. In
# 17 line-ups of four development games 2 of 362 figures that looked plainly like one player were
# another.
UNLIKE = 0.01
# A line-up faces its opponent: log-odds, for who looks straight at the other end.
FACING = 3.0
# A figure that is seen back to front looks like nobody: the network has learned that. So often this
# misleads, however clear it is. Of 7,040 crops of drawn teams that it was not trained on none
# looked more like a team mate the wrong way round.
MISTAKEN = 0.003
# A mean of many views is surer than one view by so much: the scale that fits grows from 17 to 25
# with four views, on teams that the network was not trained on.
SURER = 0.5
# Views of a player that the mean counts; the newest ones weigh more from then on.
MOST_VIEWS = 12.0
MOST_ODDS = 50.0  # before what misleads is taken off


class FigureGallery:
    """The views of each player, by its row in the roster. ``scale`` is the network's own."""

    def __init__(self, players: int, scale: float) -> None:
        self._players, self._scale = players, scale
        self._sums: F32 | None = None
        self._counts = np.zeros(players)

    @property
    def known(self) -> Bools:
        """Of which players there is a view."""
        return np.asarray(self._counts > 0.0)

    def learn(self, row: int, view: F32) -> None:
        """One more view of a player."""
        length = float(np.linalg.norm(view))
        if not length > 0.0:
            return
        if self._sums is None:
            self._sums = np.zeros((self._players, len(view)), np.float32)
        kept = min(1.0, (MOST_VIEWS - 1.0) / max(self._counts[row], 1.0))
        self._sums[row] = kept * self._sums[row] + view / length
        self._counts[row] = min(self._counts[row] + 1.0, MOST_VIEWS)

    def front_log_odds(self, rows: Sequence[int], views: F32) -> F64:
        """Of figures described both ways round (n, 2, length): whether the heading is the front.

        Each is one of these team mates, nobody knows which. Nothing is said where no mate has been
        seen, and of figures whose view is not a number.
        """
        out = np.zeros(len(views))
        mine = [row for row in rows if self._counts[row] > 0.0]
        if self._sums is None or not mine or not len(views):
            return out
        seen = np.isfinite(views).all(axis=(1, 2))
        cosines = (_long_as_one(views[seen]) @ _long_as_one(self._sums[mine]).T).astype(float)
        alike = np.logaddexp.reduce(self._scale * cosines, axis=2)
        odds = np.exp(np.clip(alike[:, AHEAD] - alike[:, TURNED], -MOST_ODDS, MOST_ODDS))
        share = MISTAKEN + (1.0 - 2.0 * MISTAKEN) * odds / (1.0 + odds)
        out[seen] = np.log(share / (1.0 - share))
        return out

    def log_likelihoods(self, rows: Sequence[int], views: F32) -> F64:
        """(players, figures): how well each figure looks like each of these team mates.

        Natural logarithms against any of them. Nothing is said of players of whom there is no view,
        and of figures whose view is not a number.
        """
        out = np.zeros((len(rows), len(views)))
        mine = [k for k, row in enumerate(rows) if self._counts[row] > 0.0]
        if self._sums is None or len(mine) < 2 or not len(views):
            return out
        means = _long_as_one(self._sums[[rows[k] for k in mine]])
        seen = np.isfinite(views).all(axis=1)
        several = float(np.mean(1.0 - 1.0 / self._counts[[rows[k] for k in mine]]))
        scale = self._scale * (1.0 + SURER * several)
        alike = scale * (means @ _long_as_one(views[seen]).T).astype(float)
        alike -= alike.max(axis=0)
        shares = np.exp(alike)
        shares /= shares.sum(axis=0)
        says = np.log((1.0 - UNLIKE) * len(mine) * shares + UNLIKE)
        out[np.ix_(np.array(mine), np.flatnonzero(seen))] = says
        return out


def _long_as_one(views: F32) -> F32:
    lengths = np.linalg.norm(views, axis=-1, keepdims=True)
    return np.asarray(views / np.maximum(lengths, 1e-9), np.float32)


def turned_round(views: F32) -> F32:
    """Of figures described both ways round (n, 2, length): the same, the other way round first."""
    return views[:, ::-1]


def facing_view(views: F32, heading_rad: float, front: float, faces: float) -> F32:
    """The view of one figure, of both (2, length), whose front is the likelier one.

    ``front`` are log-odds that the heading is right, of all that has been seen; ``faces`` +1 where
    its team faces right, -1 where it faces left, 0 where nobody knows.
    """
    odds = front + FACING * faces * math.cos(heading_rad)
    return np.asarray(views[AHEAD if odds >= 0.0 else TURNED])
