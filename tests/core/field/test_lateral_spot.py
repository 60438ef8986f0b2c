"""Where across the field the ball is put. The easy field has its hashes at y 120 and 200."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.field.lateral_spot import LateralRule, lateral_spot_y_mm, nearest_hash_y_mm
from tests.core.fields import EASY

places = st.floats(0.0, 320.0)
RULE = LateralRule


@pytest.mark.parametrize(
    ("rule", "dead_y_mm", "spot_y_mm"),
    [
        (RULE.AS_IT_LIES, 33.0, 33.0),
        (RULE.HASH_OR_AS_IT_LIES, 33.0, 120.0),
        (RULE.HASH_OR_AS_IT_LIES, 130.0, 130.0),
        (RULE.HASH_OR_AS_IT_LIES, 300.0, 200.0),
        (RULE.HASH_OR_MIDDLE, 33.0, 120.0),
        (RULE.HASH_OR_MIDDLE, 130.0, 160.0),
        (RULE.HASH_OR_MIDDLE, 200.0, 200.0),  # on the hash stays on it
        (RULE.NEAREST_HASH, 159.0, 120.0),
        (RULE.NEAREST_HASH, 161.0, 200.0),
        (RULE.NEAREST_HASH, 160.0, 120.0),  # the exact middle goes near
        (RULE.NEAR_HASH, 300.0, 120.0),
        (RULE.MIDDLE, 300.0, 160.0),
        (RULE.FAR_HASH, 10.0, 200.0),
    ],
)
def test_spots_by_hand(rule, dead_y_mm, spot_y_mm):
    assert lateral_spot_y_mm(EASY, dead_y_mm, rule) == spot_y_mm


@given(places)
def test_the_nearest_hash_is_no_further_than_the_other(y_mm):
    nearest = nearest_hash_y_mm(EASY, y_mm)
    assert abs(nearest - y_mm) <= min(abs(120.0 - y_mm), abs(200.0 - y_mm)) + 1e-12


@given(places, st.sampled_from(LateralRule))
def test_a_spot_once_set_stays(y_mm, rule):
    spot = lateral_spot_y_mm(EASY, y_mm, rule)
    assert lateral_spot_y_mm(EASY, spot, rule) == spot


@given(places, st.sampled_from([r for r in LateralRule if r is not RULE.AS_IT_LIES]))
def test_every_other_rule_ends_between_or_on_the_hashes(y_mm, rule):
    assert 120.0 <= lateral_spot_y_mm(EASY, y_mm, rule) <= 200.0
