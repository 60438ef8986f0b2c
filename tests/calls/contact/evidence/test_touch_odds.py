"""From the numbers to a probability: what speaks for a touch, and what never may against one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.calls.contact.evidence.touch_evidence import TouchEvidence
from referee.calls.contact.evidence.touch_odds import P_PAST, p_touched

PLAIN = TouchEvidence(z=0.0, c=2.0, k=3.0, back=2.0, met_s=0.0, gap_mm=0.0, sigma_mm=0.1)


def p(frames=0.9, powered=True, lasts=False, **changes):
    return p_touched(frames, replace(PLAIN, **changes), powered=powered, lasts=lasts)


def test_who_was_led_inside_and_kicked_has_touched():
    assert p(c=4.0, k=5.0) > 0.995


def test_who_passed_has_not():
    assert p(0.001, z=3.0, c=-2.0, k=0.5, gap_mm=0.4) < 0.02


def test_where_too_little_is_known_nothing_is_said():
    assert p(z=None) is None
    assert p(c=None) is None


def test_plainly_past_each_other_they_have_not_touched_whatever_else():
    past = {"z": 3.0, "c": -0.6, "gap_mm": 0.6}
    assert p(0.9, k=7.0, **past) == P_PAST
    # A third base may have pushed them apart: then they have to be clear of each other.
    assert p(0.9, z=3.0, c=-0.1, k=None, gap_mm=0.6) > P_PAST
    assert p(0.9, z=3.0, c=-0.6, k=None, gap_mm=0.6) == P_PAST
    # Whoever ran into the other may have bounced off, however wide the smoothed gap is.
    assert p(0.9, k=7.0, z=3.0, c=3.0, gap_mm=0.6) > 0.5


@pytest.mark.parametrize(
    ("changes", "apart"),
    [
        ({}, True),
        ({"back": 3.0}, False),
        ({"back": 3.0, "c": 0.4}, True),
        ({"k": 3.1}, False),
        ({"gap_mm": 0.29}, False),
        ({"frames": 0.6}, False),
    ],
)
def test_who_stopped_short_and_stayed_there_has_not_touched(changes, apart):
    stopped = {"frames": 0.1, "z": 3.0, "c": 3.0, "k": 2.0, "back": 0.0, "gap_mm": 0.4}
    assert (p(**(stopped | changes)) == P_PAST) is apart


@pytest.mark.parametrize(
    ("changes", "sure"),
    [
        ({"c": 0.1, "k": 0.6}, True),
        ({"c": -0.1, "k": 0.6}, False),
        ({"c": 0.1, "k": 0.4}, False),
        ({"c": 0.1, "k": 0.6, "powered": False}, False),
        ({"c": 0.1, "k": None}, True),
        ({"c": 0.1, "k": 0.4, "lasts": True}, True),
        ({"c": 0.1, "k": 0.6, "powered": False, "lasts": True}, True),
        ({"c": -0.1, "k": 0.6, "lasts": True}, False),
    ],
)
def test_frames_make_a_touch_sure_only_where_the_motion_agrees(changes, sure):
    assert (p(0.999, **{"z": 2.0, **changes}) >= 0.995) is sure


NUMBERS = {
    "z": st.floats(-3.0, 3.0),
    "c": st.floats(-4.0, 5.0),
    "k": st.one_of(st.none(), st.floats(-1.0, 7.0)),
}


@given(**NUMBERS, frames=st.floats(0.0, 1.0), more=st.floats(0.0, 2.0))
def test_more_evidence_of_a_touch_never_makes_it_less_likely(z, c, k, frames, more):
    before = p(frames, z=z, c=c, k=k)
    assert p(min(frames + more / 2.0, 1.0), z=z, c=c, k=k) >= before - 1e-12
    assert p(frames, z=max(z - more, -3.0), c=c, k=k) >= before - 1e-12
    assert p(frames, z=z, c=min(c + more, 5.0), k=k) >= before - 1e-12
    if k is not None:
        assert p(frames, z=z, c=c, k=min(k + more, 7.0)) >= before - 1e-12
