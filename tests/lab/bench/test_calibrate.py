"""What the calibration bench counts as good, refused and wrong."""

from __future__ import annotations

from dataclasses import replace

from referee.lab.bench.calibrate import report_of
from referee.lab.bench.calibrate_cases.rendered_views import EMPTY, FIGURES, MIRRORED, ViewOutcome

GOOD = ViewOutcome(0, "620", EMPTY, None, 2.0, 5.0, 0.1, 0.4, 0.3, 0.5, 1.0, "gold")


def rows(*outcomes: ViewOutcome):
    return {row.label: row for row in report_of(outcomes).rows}


def test_a_good_view_meets_every_bar():
    assert all(row.passes for row in rows(GOOD, replace(GOOD, kind=FIGURES)).values())


def test_an_error_far_over_the_stated_one_is_wrong_without_knowing():
    wrong = rows(replace(GOOD, worst_mm=1.6))["wrong without knowing"]
    assert wrong.value == 1.0
    assert not wrong.passes


def test_a_refused_view_counts_against_success_and_is_named():
    report = report_of([GOOD, replace(GOOD, look=1, reason="No field was found.")])
    success = next(row for row in report.rows if row.label.startswith("calibrated, no"))
    assert success.value == 50.0
    assert any("No field was found." in note for note in report.notes)


def test_a_mirrored_view_must_be_refused():
    solved = rows(GOOD, replace(GOOD, kind=MIRRORED))["refused, mirrored (1)"]
    assert solved.value == 0.0
    assert not solved.passes
