"""The bench of passes, on a handful of them."""

from __future__ import annotations

import math

from referee.calls.call import CallKind
from referee.lab.bench import passes


def test_a_few_passes_are_all_called_right_or_flagged(monkeypatch):
    monkeypatch.setattr(passes, "QUICK", 9)
    report = passes.run(quick=True)
    assert report.rows[0].value == 100.0
    assert "unflagged: none" in report.notes[1]


def test_the_table_of_what_is_true():
    touched = passes._MarkerTouch(touch_s=1.0, front=True)
    later = passes._MarkerTouch(touch_s=1.2, front=True)
    side = passes._MarkerTouch(touch_s=1.0)
    by = passes._MarkerTouch(past_s=2.0)
    assert passes._true("efhl", {"H1": touched}) == (CallKind.CATCH, "H1", 1.0)
    assert passes._true("efhl", {"H1": side}) == (CallKind.INCOMPLETE, "H1", 1.0)
    assert passes._true("hefl", {"H1": later, "A1": side}) == (CallKind.INTERCEPTION, "A1", 1.0)
    assert passes._true("efhl", {"H1": later, "A1": side}) == (CallKind.CATCH, "H1", 1.2)
    assert passes._true("efhl", {"H1": touched, "A1": touched})[0] is CallKind.BATTED_DOWN
    assert passes._true("hefl", {"H1": by, "A1": passes._MarkerTouch()}) == (
        CallKind.INCOMPLETE,
        None,
        2.0,
    )
    assert passes._true("vsefl", {"H1": passes._MarkerTouch(), "A1": by})[0] is None
    assert math.isinf(by.touch_s)
