"""Shapes and poses for property tests."""

from __future__ import annotations

from hypothesis import strategies as st

from referee.core.geometry.base_shape import beveled_front, round_front, rounded_rectangle
from referee.core.geometry.pose import Pose

SHAPES = (
    rounded_rectangle("standard", 27.8, 20.6, 2.0),
    rounded_rectangle("sharp", 27.8, 20.6, 0.2),
    rounded_rectangle("pill", 30.0, 18.0, 8.5),
    beveled_front("bevelled", 27.8, 20.6, 1.5, 4.0),
    round_front("round", 27.8, 20.6, 2.0, 4.0),
    round_front("very round", 34.0, 22.0, 1.0, 9.0),
)
shapes = st.sampled_from(SHAPES)


def poses(reach_mm: float = 45.0) -> st.SearchStrategy[Pose]:
    place = st.floats(-reach_mm, reach_mm, allow_subnormal=False)
    heading = st.one_of(st.floats(0.0, 359.99), st.sampled_from([0.0, 45.0, 90.0, 180.0, 270.0]))
    return st.builds(Pose, place, place, heading)
