"""The judge of whole frames: right answers get full marks, and each fault costs what it should."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from typer.testing import CliRunner

from referee.camera.calibration import Calibration
from referee.camera.camera_model import overhead_camera
from referee.cli.main import app
from referee.core.errors import BadValue
from referee.core.geometry.base_shape import rounded_rectangle
from referee.core.geometry.pose import Pose
from referee.core.roster import Team
from referee.lab.bench.vision.accuracy_page import write_page
from referee.lab.bench.vision.base_marks import FrameSetMarks, GapMark, mark_frame
from referee.lab.bench.vision.bench import _beside_rows
from referee.lab.bench.vision.judged_frames import JudgedFrame
from referee.lab.bench.vision.sight_figures import figures_of, splits_of
from referee.lab.bench.vision.split_words import contrast_of, lab_distance
from referee.lab.dataset.answer_sheet import AnswerSheet, BaseAnswer, GapAnswer, MarkerAnswer
from referee.loaders.fields import load_field
from referee.vision.refine.refiner import Refiner
from referee.vision.sighting import (
    FrameSightings,
    HandSighting,
    MarkerSighting,
    Sighting,
    Thing,
)

SHAPE = rounded_rectangle("usual", 27.0, 20.0, 2.0)
CAMERA = overhead_camera(
    width_px=640, height_px=360, target_mm=(370.0, 220.0), height_mm=900.0, focal_px=500.0
)
PLACES = (Pose(300, 200, 0), Pose(340, 200, 180), Pose(300, 260, 90), Pose(420, 300, 45))
HAND = (20.0, 30.0, 60.0, 90.0)


def px(pose):
    on_board = pose.to_board(SHAPE.corners_mm)
    corners = CAMERA.project(np.column_stack([on_board, np.full(4, SHAPE.height_mm)]))
    return tuple((float(x), float(y)) for x, y in corners)


def base(k, pose, **other):
    team = (Team.HOME, Team.AWAY)[k % 2]
    given = {
        "id": f"{team.value[0]}{k}", "team": team, "pose": pose, "shape": SHAPE, "top_mm": 3.0,
        "corners_px": px(pose), "visible": 0.8, "fallen": False, "lifted": False,
        "off_picture": False, "figure": "", "base_colour": (0.9, 0.9, 0.9), "base_alpha": 1.0,
        "jersey": ((0.8, 0.1, 0.1), (0.1, 0.1, 0.8))[k % 2], "front_mark": "none",
    }  # fmt: skip
    return BaseAnswer(**{**given, **other})


def judged(bases, **other):
    given = {"markers": (), "hands": (), "gaps": ()}
    sheet = AnswerSheet(
        engine="test", board="b", light="l", turf=(0.1, 0.4, 0.1), px_per_mm=0.6,
        bases=tuple(bases), **{**given, **other},
    )  # fmt: skip
    image = np.full((360, 640, 3), 90, dtype=np.uint8)
    return JudgedFrame(
        "near", "0", image, sheet, Calibration(CAMERA, 3.0, load_field("620"), "test")
    )


def sighting(pose, team=Team.HOME, fallen=0.0, sigma_mm=0.1):
    spread = np.diag([sigma_mm**2, sigma_mm**2, 0.01**2])
    return Sighting(
        0, pose, tuple(map(tuple, spread.tolist())), 27.0, 20.0, team, 0.9, fallen, 0.9, 0.9,
        px(pose),
    )  # fmt: skip


def scored(frame, said, **other):
    marks = FrameSetMarks()
    mark_frame(marks, frame, FrameSightings(0, tuple(said), **other), Refiner(CAMERA))
    return figures_of(marks)


def team_of(k):
    return (Team.HOME, Team.AWAY)[k % 2]


ALL = [base(k, pose) for k, pose in enumerate(PLACES)]
RIGHT = [sighting(pose, team_of(k)) for k, pose in enumerate(PLACES)]


def test_right_answers_get_full_marks():
    figures = scored(judged(ALL), RIGHT)
    for key in ("recall", "precision", "front", "team"):
        assert figures[key] == 1.0, key
    assert figures["position_worst_mm"] == 0.0


def test_one_missed_and_one_false_cost_recall_and_precision():
    said = [*RIGHT[:3], sighting(Pose(600, 300, 0))]
    figures = scored(judged(ALL), said)
    assert figures["recall"] == pytest.approx(3 / 4)
    assert figures["precision"] == pytest.approx(3 / 4)


@pytest.mark.parametrize(
    "excuse", [{"visible": 0.3}, {"lifted": True}, {"off_picture": True}, {"outline_visible": 0.2}]
)
def test_a_base_that_need_not_be_found_is_neither_missed_nor_false(excuse):
    bases = [*ALL[:3], base(3, PLACES[3], **excuse)]
    for said in (RIGHT, RIGHT[:3]):
        figures = scored(judged(bases), said)
        assert (figures["recall"], figures["precision"]) == (1.0, 1.0)


def test_a_turned_base_costs_its_front_but_not_its_heading():
    said = [sighting(Pose(300, 200, 182), Team.HOME), *RIGHT[1:]]
    figures = scored(judged(ALL), said)
    assert figures["front"] == pytest.approx(3 / 4)
    assert figures["heading_p95_deg"] <= 2.0


def test_teams_named_the_other_way_round_are_right_and_one_mixed_up_is_wrong():
    swapped = [replace(each, team=each.team.other) for each in RIGHT]
    assert scored(judged(ALL), swapped)["team"] == 1.0
    mixed = [replace(RIGHT[0], team=Team.AWAY), *RIGHT[1:]]
    assert scored(judged(ALL), mixed)["team"] == pytest.approx(3 / 4)


def test_intervals_are_counted_by_what_they_claim():
    off = [sighting(Pose(p.x_mm + 0.3, p.y_mm, p.heading_deg), team_of(k), 0.0, 0.1)
           for k, p in enumerate(PLACES)]  # fmt: skip
    figures = scored(judged(ALL), off)
    assert figures["position_median_mm"] == pytest.approx(0.3)
    assert figures["inside_position"] == pytest.approx(0.5)  # x never, y always


def test_a_fallen_figure_is_found_by_its_box_and_a_standing_one_called_fallen_is_wrong():
    left, top = CAMERA.project((405.0, 315.0, 8.0))
    right, bottom = CAMERA.project((445.0, 285.0, 8.0))
    lying = base(3, PLACES[3], fallen=True, box_px=(left, top, right, bottom))
    frame = judged([*ALL[:3], lying])
    said = [*RIGHT[:3], sighting(Pose(427, 303, 0), Team.AWAY, fallen=0.9)]
    assert scored(frame, said)["fallen_f1"] == 1.0
    said[0] = replace(said[0], fallen=0.8)
    assert scored(frame, said)["fallen_f1"] == pytest.approx(2 / 3)


def test_the_gap_of_a_near_pair_is_compared_with_its_truth():
    pair = [base(0, Pose(300, 200, 0)), base(1, Pose(329, 200, 180))]
    frame = judged(pair, gaps=(GapAnswer("h0", "a1", 2.0),))
    said = [sighting(Pose(300, 200, 180)), sighting(Pose(329.4, 200, 180))]
    figures = scored(frame, said)
    assert figures["gap_median_mm"] == pytest.approx(0.4, abs=1e-6)
    # two errors of 0.1 mm: the gap's deviation is 0.14 mm, and 0.4 mm lies outside twice that
    assert figures["inside_gap"] == 0.0


def test_touches_of_near_pairs_are_right_missed_or_imagined():
    marks = FrameSetMarks(near_gaps_mm=[0.1, 0.2, 1.0, 2.0, 0.25])
    # Said to touch: one that does, one that does not; one that does is doubtful, two not measured.
    marks.known_gaps = [
        GapMark(0.1, 0.1, 0.1),
        GapMark(-0.9, 0.1, 1.0),
        GapMark(0.0, 0.1, 0.2, measured=False),
    ]
    found = figures_of(marks)
    assert found["known_gap_measured"] == pytest.approx(2 / 5)
    assert found["known_contact_f1"] == pytest.approx(2 * 1 / (3 + 2))


def test_a_front_that_is_surely_wrong_is_counted_apart_from_one_in_doubt():
    turned = [sighting(Pose(300, 200, 182), Team.HOME), *RIGHT[1:]]
    assert scored(judged(ALL), turned)["front_sure_wrong"] == pytest.approx(1 / 4)
    doubted = [replace(turned[0], front=0.8), *RIGHT[1:]]
    assert scored(judged(ALL), doubted)["front_sure_wrong"] == 0.0


def test_a_base_called_measured_though_more_than_2_mm_off_is_counted():
    marks = FrameSetMarks()
    mark_frame(marks, judged(ALL), FrameSightings(0, tuple(RIGHT)), Refiner(CAMERA))
    offs = ((2.1, 0.0, 0.0), (1.5, 1.3, 0.0), (math.nan,) * 3)  # NaN: called doubtful
    marks.bases = [
        replace(each, known=off, known_sigmas=(0.1, 0.1, 0.01))
        for each, off in zip(marks.bases, (*offs, (1.9, 0.0, 0.0)), strict=True)
    ]
    found = figures_of(marks)
    assert found["known_far_off"] == 1.0
    assert found["known_doubtful"] == pytest.approx(1 / 4)


def test_markers_and_hands_are_counted():
    there = tuple(
        MarkerAnswer("red magnet", x, 100.0, tuple(CAMERA.project((x, 100.0, 0.0))))
        for x in (200.0, 300.0)
    )
    hidden = replace(there[0], x_mm=400.0, hidden=True)
    frame = judged(ALL, markers=(*there, hidden), hands=(HAND,))
    markers = (
        MarkerSighting(Thing.RED_MAGNET, 202.0, 100.0, 1.0, 0.9),
        MarkerSighting(Thing.FELT_BALL, 500.0, 100.0, 1.0, 0.9),
    )
    hands = (HandSighting((22.0, 30.0, 62.0, 90.0), 0.9), HandSighting((300, 30, 340, 90), 0.9))
    figures = scored(frame, RIGHT, markers=markers, hands=hands)
    assert (figures["markers_recall"], figures["markers_precision"]) == (0.5, 0.5)
    assert (figures["hands_recall"], figures["hands_precision"]) == (1.0, 0.5)


def test_colours_are_compared_as_people_see_them():
    assert lab_distance((0.5, 0.5, 0.5), (0.5, 0.5, 0.5)) == 0.0
    assert lab_distance((0.0, 0.0, 0.0), (1.0, 1.0, 1.0)) == pytest.approx(100.0, abs=0.5)
    assert contrast_of((0.1, 0.4, 0.1), 1.0, (0.1, 0.42, 0.1)) == "base like the turf"
    assert contrast_of((0.1, 0.4, 0.1), 0.5, (0.1, 0.42, 0.1)) == "see-through base"


def test_what_the_empty_board_changes_stands_in_rows_of_its_own():
    said = [*RIGHT[:3], sighting(Pose(600, 300, 0))]
    rows = {row.label: row for row in _beside_rows({"near": scored(judged(ALL), said)})}
    assert rows["near, empty board known: recall"].value == pytest.approx(3 / 4)
    assert rows["near, empty board known: precision"].value == pytest.approx(3 / 4)
    assert not any("position" in label or "front" in label for label in rows)


def test_the_page_keeps_its_own_words_and_gets_tables_plots_and_json(tmp_path):
    marks = FrameSetMarks()
    mark_frame(marks, judged(ALL), FrameSightings(0, tuple(RIGHT)), Refiner(CAMERA))
    page = tmp_path / "accuracy.md"
    start, end = "<!-- bench vision: start -->", "<!-- bench vision: end -->"
    page.write_text(f"# Mine\n{start}\nold\n{end}\nmine too\n", encoding="utf-8")
    results = {"foreign": marks, "near": marks}
    write_page(page, results, {n: figures_of(m) for n, m in results.items()}, ["a note"])
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# Mine\n")
    assert text.endswith("mine too\n")
    assert "old" not in text
    assert "| recall | 100.0 % | 100.0 % | +0.0 points |" in text
    for name in re.findall(r"\((pictures/[\w-]+\.svg)\)", text):
        ET.fromstring((tmp_path / name).read_text(encoding="utf-8"))  # noqa: S314 - ours
    assert (tmp_path / "accuracy.json").is_file()


def test_a_page_without_a_place_for_figures_is_left_alone(tmp_path):
    page = tmp_path / "accuracy.md"
    page.write_text("# Mine\n", encoding="utf-8")
    with pytest.raises(BadValue, match="no place for the figures"):
        write_page(page, {}, {}, [])
    assert list(tmp_path.iterdir()) == [page]


def test_splits_by_occlusion_count_hidden_bases_too():
    bases = [*ALL[:3], base(3, PLACES[3], visible=0.2)]
    marks = FrameSetMarks()
    mark_frame(marks, judged(bases), FrameSightings(0, tuple(RIGHT[:3])), Refiner(CAMERA))
    (hidden,) = [s for s in splits_of(marks) if s.group == "10 to 30 %"]
    assert hidden.figures["recall"] == 0.0
    assert math.isnan(hidden.figures["front"])


def test_data_that_is_not_there_is_a_sentence(tmp_path):
    result = CliRunner().invoke(app, ["bench", "vision", "--data", str(tmp_path / "nowhere")])
    assert result.exit_code == 2
    assert "--data" in result.stderr
    result = CliRunner().invoke(app, ["bench", "vision", "--data", str(tmp_path)])
    assert result.exit_code == 2
    assert "referee dataset foreign" in result.stderr
    result = CliRunner().invoke(app, ["bench", "gaps", "--data", str(tmp_path)])
    assert result.exit_code == 2
    assert "does not take it" in result.stderr
