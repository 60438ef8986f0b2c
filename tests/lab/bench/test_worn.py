"""Enrolled teams: learned from the other frames of a look, and a base without a figure has none."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from referee.core.roster import Team
from referee.lab.bench.vision.team_marks import WornColours, team_marks, worn_in
from referee.lab.dataset.answer_sheet import NOBODY
from referee.vision.appearance.figure_colours import describe_figures
from tests.vision.painted import BLUE, CAMERA, GREY, RED, SHAPE, board, row

HOME, AWAY = row(200.0), row(400.0)


def frame(home=RED, away=BLUE):
    figures = [(pose, home, GREY) for pose in HOME] + [(pose, away, GREY) for pose in AWAY]
    seen = describe_figures(board(figures), CAMERA, [pose for pose, _, _ in figures], [SHAPE] * 12)
    teams = [Team.HOME] * 6 + [Team.AWAY] * 6
    return [
        WornColours(f"{t}{k}", t, True, d) for k, (t, d) in enumerate(zip(teams, seen, strict=True))
    ]


def test_what_teams_wear_in_other_frames_tells_them_apart():
    marks = team_marks([frame(), frame()])
    assert len(marks) == 24
    assert all(each.right and each.sure for each in marks)


def test_a_frame_is_not_judged_by_what_it_shows_itself():
    swapped = team_marks([frame(), frame(), frame(BLUE, RED)])[24:]
    assert not any(each.right for each in swapped)


def test_one_frame_alone_enrols_nobody():
    assert team_marks([frame()]) == []


@pytest.mark.parametrize(("figure", "count"), [("upright", 1), (NOBODY, 0)])
def test_a_base_without_a_figure_wears_nothing(figure, count):
    base = SimpleNamespace(
        id="H0",
        pose=HOME[0],
        shape=SHAPE,
        team=Team.HOME,
        fallen=False,
        lifted=False,
        figure=figure,
    )
    judged = SimpleNamespace(
        image=board([(HOME[0], RED, GREY)]),
        calibration=SimpleNamespace(camera=CAMERA, field=None),
    )
    said = {"H0": SimpleNamespace(pose=HOME[0])}
    assert len(worn_in(judged, said, [base], {"H0": True})) == count
