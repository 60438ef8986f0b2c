"""Which part touched may be open: from when on a touch that is over is worth a flag."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from referee.calls.contact.weighed_touch import WeighedTouch
from referee.calls.tackle.tackle import Tackles
from referee.calls.thresholds import Thresholds


@pytest.mark.parametrize(
    ("share", "touched", "counts"),
    [(0.45, 0.999, True), (0.39, 0.999, False), (0.45, 0.01, False), (0.45, None, False)],
)
def test_a_touch_nearly_as_likely_a_tackle_as_not_is_worth_a_flag(share, touched, counts):
    """If they touched at all; by single frames alone it has to be likelier than not."""
    detector = Tackles.__new__(Tackles)
    detector._thresholds = Thresholds()
    weights = {"down": share, "brush": 1.0 - share}
    touch = SimpleNamespace(probability=0.99)
    assert detector._may_count(WeighedTouch(0.99 * share, weights, touch, (), touched)) is counts
