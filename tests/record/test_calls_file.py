"""Calls as values and back: what goes in comes out, what makes no sense is named."""

from __future__ import annotations

import json

import pytest

from referee.calls.call import BallSpot, Call, CallAction, CallKind
from referee.calls.episode import Episode
from referee.core.errors import BadValue
from referee.record.calls_file import call_of, call_values

CALL = Call(
    1_500_000_000,
    4_000_000,
    CallKind.TACKLE,
    "EFHL-TKL-01",
    0.875,
    CallAction.CUT,
    ("A50", "H22"),
    0.125,
    0.25,
    BallSpot(328.5, 160.25, 0.5),
    ("too close to be sure",),
    (1_466_000_000, 1_500_000_000),
    Episode.read("hit:1:H22:A50:2"),
)


def kept(call, **more):
    return json.loads(json.dumps({**call_values(call), "episode": call.episode.text, **more}))


def test_what_goes_in_comes_out():
    assert call_of(kept(CALL, number=7, said="Tackle."), "calls") == CALL


def test_what_is_not_known_stays_unknown():
    unknown = Call(
        0,
        0,
        CallKind.STOP,
        "",
        1.0,
        CallAction.CUT,
        (),
        None,
        None,
        None,
        (),
        (),
        Episode.read("stop:1"),
    )
    assert call_of(kept(unknown), "calls") == unknown


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("kind", "goal"),
        ("t_ns", -1),
        ("certainty", 1.5),
        ("players", "A50"),
        ("flag", [1]),
        ("spot", {"x_mm": 1.0}),
        ("gap_mm", "wide"),
    ],
)
def test_what_makes_no_sense_is_named(key, value):
    with pytest.raises(BadValue, match=f"calls, row 3: {key}|calls, row 3: spot"):
        call_of(kept(CALL) | {key: value}, "calls, row 3")
