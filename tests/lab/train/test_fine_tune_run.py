"""A fine-tuned detector replaces the old one only where it is better."""

from __future__ import annotations

import pytest

from referee.core.errors import BadValue
from referee.lab.train.fine_tune_run import FineTuneOptions, merit, run_fine_tune, worse
from referee.vision.network.default_models import DETECTOR

GOOD = {"recall": 0.9, "precision": 0.9, "turned_by_180_share": 0.05}
BETTER = {"recall": 0.97, "precision": 0.95, "turned_by_180_share": 0.02}


def test_better_on_the_own_board_and_nothing_forgotten_is_better():
    assert worse({"held": GOOD, "guard": GOOD}, {"held": BETTER, "guard": GOOD}) == ""


def test_no_better_on_the_own_board_is_worse():
    assert "on your own board" in worse({"held": GOOD}, {"held": GOOD})
    assert "on your own board" in worse({"held": BETTER}, {"held": GOOD})


def test_what_was_forgotten_counts():
    forgot = {**GOOD, "recall": 0.7}
    why = worse({"held": GOOD, "guard": GOOD}, {"held": BETTER, "guard": forgot})
    assert "on other boards it lost" in why


def test_fronts_that_are_turned_cost_merit():
    assert merit({**GOOD, "turned_by_180_share": 0.3}) < merit(GOOD)
    assert merit({}) == 0.0


def order(tmp_path, **more):
    values = {
        "start": DETECTOR,
        "own": tmp_path,
        "generated": tmp_path,
        "out": tmp_path / "out",
        "minutes": 1.0,
        "threads": 1,
        "seed": 1,
    }
    return FineTuneOptions(**{**values, **more})


@pytest.mark.parametrize(
    ("more", "part"),
    [
        ({"generated": None}, "--base-data is missing"),
        ({"start": "fist"}, "model is 'fist', but should be one of"),
        ({"minutes": 0.0}, "minutes is 0.0"),
    ],
)
def test_what_cannot_be_done_is_said_before_any_work(tmp_path, more, part):
    with pytest.raises(BadValue) as caught:
        run_fine_tune(order(tmp_path, **more))
    assert part in str(caught.value)
    assert not (tmp_path / "out").exists()
