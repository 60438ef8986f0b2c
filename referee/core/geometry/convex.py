"""Whether corners make an outline that our geometry can take: convex, crossing itself nowhere."""

from __future__ import annotations

import numpy.typing as npt
import shapely


def is_convex(corners_mm: npt.ArrayLike) -> bool:
    """Whether three or more finite corners run counter-clockwise around a convex outline.

    A corner on the straight line between its neighbours, or one that is there twice, is refused:
    the edge tables of `gap_kernel` need an edge and a turn at each.

    >>> is_convex([(0, 0), (2, 0), (2, 2), (0, 2)]), is_convex([(0, 0), (2, 0), (2, 2), (1, 1)])
    (True, False)
    """
    ring = shapely.LinearRing(corners_mm)
    if not (ring.is_simple and ring.is_ccw):
        return False
    # The hull drops every corner that does not stand out.
    hull = shapely.convex_hull(ring)
    return bool(shapely.get_num_coordinates(hull) == shapely.get_num_coordinates(ring))
