"""The search for the first touch within one tick, on any two bases and any small motion."""

from __future__ import annotations

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

from referee.core.geometry.base_shape import beveled_front, rounded_rectangle
from referee.sim.physics.outlines import BodyOutline, OutlineTable
from referee.sim.physics.truth.contact_search import scan_contacts
from referee.sim.physics.truth.search_rows import FOUND_COLUMNS
from tests.sim.physics.boards import ROUND, STANDARD, shapely_gaps

SHAPES = (
    STANDARD,
    ROUND,
    rounded_rectangle("sharp", 27.8, 20.6, 0.2),
    beveled_front("bevelled", 27.8, 20.6, 1.5, 4.0),
)
SAMPLES = 400
# Nearer to a graze than this, a touch may be seen or not.
GRAZE_MM = 1e-6
headings = st.floats(-3.2, 3.2)
motions = st.tuples(st.floats(-0.6, 0.6), st.floats(-0.6, 0.6), st.floats(-0.05, 0.05))


@given(
    st.sampled_from(SHAPES), st.sampled_from(SHAPES), headings, headings, headings, motions, motions
)
def test_the_first_touch_is_where_shapely_first_sees_one(
    a, b, heading_a, heading_b, bearing, motion_a, motion_b
) -> None:
    start_b = np.array([40.0 * np.cos(bearing), 40.0 * np.sin(bearing), heading_b])
    start_a = np.array([0.0, 0.0, heading_a])
    # Draw the second base in until little is left between them.
    for _ in range(20):
        gap = shapely_gaps(a, start_a[None], b, start_b[None])[0]
        start_b[:2] *= 1.0 - (gap - 0.3) / np.hypot(*start_b[:2])
    assume(0.05 < shapely_gaps(a, start_a[None], b, start_b[None])[0] < 0.6)
    history = np.array([[start_a, start_b], [start_a + motion_a, start_b + motion_b]])
    shares = np.linspace(0.0, 1.0, SAMPLES + 1)
    path = history[0] + shares[:, None, None] * (history[1] - history[0])
    gaps = shapely_gaps(a, path[:, 0], b, path[:, 1])

    table = OutlineTable([BodyOutline(a), BodyOutline(b)])
    found = np.zeros((4, FOUND_COLUMNS))
    count = scan_contacts(
        history,
        1,
        2,
        np.ones(2, dtype=np.bool_),
        table.arrays,
        np.zeros((2, 2), dtype=np.bool_),
        found,
    )
    touches = np.flatnonzero(gaps <= 0.0)
    if gaps.min() < -GRAZE_MM:
        assert count >= 1
        first = touches[0]
        assert found[0, 1] <= shares[first] + 1e-6
        share = found[0, 1]
        pose = history[0] + share * (history[1] - history[0])
        assert abs(shapely_gaps(a, pose[:1], b, pose[1:])[0]) < 1e-6
    # Between samples 1/400 tick apart no gap can close by more than the motion in that time.
    elif gaps.min() > 0.01:
        assert count == 0
