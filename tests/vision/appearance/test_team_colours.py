"""Teams by their colours: sure in light and shade, unsure of what looks like nobody."""

from __future__ import annotations

import numpy as np
import pytest

from referee.core.errors import BadValue
from referee.core.geometry.pose import Pose
from referee.core.roster import Team
from referee.vision.appearance.colour_densities import counts_of
from referee.vision.appearance.figure_colours import (
    BASE,
    FIGURE,
    RED_GREEN,
    WEIGHT,
    YELLOW_BLUE,
    ZONE,
    describe_figures,
)
from referee.vision.appearance.player_colours import PlayerColours
from referee.vision.appearance.team_colours import TeamColours
from referee.vision.appearance.two_teams import teams_by_colour, two_teams
from tests.vision.painted import BLUE, CAMERA, GREY, RED, SHAPE, WHITE, board, fill, row

HOME, AWAY = row(200.0), row(400.0, heading=180.0)


def seen(image, poses):
    return describe_figures(image, CAMERA, poses, [SHAPE] * len(poses))


def dressed(poses, jersey, base=GREY):
    return [(pose, jersey, base) for pose in poses]


def learned(home=RED, away=BLUE, bases=(GREY, GREY)):
    image = board(dressed(HOME, home, bases[0]) + dressed(AWAY, away, bases[1]))
    found = seen(image, HOME + AWAY)
    return TeamColours.learn({Team.HOME: found[:6], Team.AWAY: found[6:]})


def test_a_figure_keeps_its_team_where_the_light_is_weak():
    colours = learned()
    across = np.linspace(0.25, 1.0, CAMERA.width_px)[None, :] * np.ones((CAMERA.height_px, 1))
    moved = [Pose(p.x_mm + 150.0, p.y_mm + 20.0, 70.0) for p in HOME]
    others = [Pose(p.x_mm - 330.0, p.y_mm - 20.0, 200.0) for p in AWAY]
    image = board(dressed(moved, RED) + dressed(others, BLUE), light=across)
    judged = colours.judge(seen(image, moved + others))
    assert [team for team, _ in judged] == [Team.HOME] * 6 + [Team.AWAY] * 6
    assert min(chance for _, chance in judged) > 0.99


def test_bases_alone_tell_teams_apart_that_wear_the_same():
    colours = learned(WHITE, WHITE, (RED, BLUE))
    image = board(dressed(HOME[:1], WHITE, BLUE))
    team, chance = colours.probability(seen(image, [HOME[0]])[0])
    assert team is Team.AWAY
    assert chance > 0.9


def test_a_hand_over_a_figure_leaves_the_team_open():
    colours = learned()
    image = board(dressed(HOME, RED))
    x, y = HOME[2].x_mm, HOME[2].y_mm
    ring = [x, y] + 40.0 * np.array([[1, 1], [1, -1], [-1, -1], [-1, 1]])
    fill(image, np.c_[ring, np.full(4, 35.0)], (120, 150, 200))
    _, chance = colours.probability(seen(image, [HOME[2]])[0])
    assert chance < 0.8


def test_teams_that_look_alike_are_never_told_apart_surely():
    colours = learned(RED, RED)
    image = board(dressed(HOME, RED))
    assert max(chance for _, chance in colours.judge(seen(image, HOME))) < 0.9


def test_what_a_neighbour_hides_does_not_count():
    far = Pose(560.0, 180.0, 0.0)
    near = Pose(far.x_mm - 21.0, far.y_mm, 90.0)  # its figure leans over the other's base
    alone = seen(board([]), [far])[0]
    both = seen(board([]), [far, near])[0]
    assert (both[:, WEIGHT] <= alone[:, WEIGHT]).all()
    hidden = (both[:, WEIGHT] == 0.0) & (both[:, ZONE] == BASE)
    assert hidden.any()


def test_outside_the_picture_nothing_is_said():
    colours = learned()
    away = Pose(2000.0, 180.0, 0.0)
    assert colours.probability(seen(board([]), [away])[0]) == (None, 0.5)


def test_two_teams_are_found_and_the_darker_one_is_home():
    image = board(dressed(HOME, WHITE) + dressed(AWAY, BLUE))
    assert two_teams(seen(image, HOME + AWAY)) == (Team.AWAY,) * 6 + (Team.HOME,) * 6


PAINTS = [WHITE, (30, 200, 220), (160, 30, 160), (20, 20, 20), (150, 160, 40), (60, 120, 200)]


def test_bases_painted_one_by_one_do_not_split_teams():
    figures = [(pose, RED, paint) for pose, paint in zip(HOME, PAINTS, strict=True)]
    figures += [(pose, BLUE, paint) for pose, paint in zip(AWAY, PAINTS[::-1], strict=True)]
    found = two_teams(seen(board(figures), HOME + AWAY))
    assert set(found[:6]) == {found[0]}
    assert found[6:] == (found[0].other,) * 6


def test_a_base_without_a_figure_is_nobodys_where_bases_go_by_no_team():
    figures = [(pose, RED, paint) for pose, paint in zip(HOME, PAINTS, strict=True)]
    figures += [(pose, BLUE, paint) for pose, paint in zip(AWAY, PAINTS[::-1], strict=True)]
    bare = Pose(100.0, 180.0, 30.0)
    image = board(figures)
    fill(image, np.c_[bare.to_board(SHAPE.corners_mm), np.full(4, SHAPE.height_mm)], (90, 200, 90))
    found = teams_by_colour(seen(image, [*HOME, *AWAY, bare]))
    assert found is not None
    assert found.teams_shown[-1] is None
    assert None not in found.teams_shown[:-1]


@pytest.mark.parametrize(
    ("home", "away", "told"),
    [(PAINTS, PAINTS[::-1], False), ([WHITE] * 6, [GREY] * 6, True), ([GREY] * 6,) * 2 + (False,)],
)
def test_bases_count_where_they_go_by_team(home, away, told):
    figures = [(pose, RED, paint) for pose, paint in zip(HOME, home, strict=True)]
    figures += [(pose, RED, paint) for pose, paint in zip(AWAY, away, strict=True)]
    found = seen(board(figures), HOME + AWAY)
    colours = TeamColours.learn({Team.HOME: found[:6], Team.AWAY: found[6:]})
    assert (colours.bases_tell > 0.5) == told


def test_where_the_base_shows_there_is_no_figure():
    rows = seen(board([(HOME[2], RED, BLUE)]), [HOME[2]])[0]
    figure, base = rows[rows[:, ZONE] == FIGURE], rows[rows[:, ZONE] == BASE]
    of_base = np.median(base[:, : YELLOW_BLUE + 1], axis=0)
    shows_base = np.abs(figure[:, : YELLOW_BLUE + 1] - of_base).max(axis=1) < 0.03
    assert shows_base.any()
    assert figure[shows_base, WEIGHT].max() < 0.2
    reddish = figure[:, RED_GREEN] > 0.4
    assert figure[reddish, WEIGHT].min() > 0.8


def test_one_team_is_not_split():
    image = board(dressed(HOME, RED) + dressed(AWAY, RED))
    assert two_teams(seen(image, HOME + AWAY)) == (None,) * 12


def test_a_base_painted_one_by_one_names_its_player():
    paints = [RED, BLUE, WHITE, (30, 200, 220), (160, 30, 160), (20, 20, 20)]
    figures = [(pose, WHITE, paint) for pose, paint in zip(HOME, paints, strict=True)]
    counts = {f"H{k}": counts_of(d) for k, d in enumerate(seen(board(figures), HOME))}
    players = PlayerColours.of_counts(counts)
    mixed = [(AWAY[k], WHITE, paints[5 - k]) for k in range(6)]
    found = players.log_likelihoods(seen(board(mixed), AWAY))
    assert found.argmax(axis=1).tolist() == [5, 4, 3, 2, 1, 0]
    assert found.max(axis=1) == pytest.approx(0.0)
    assert found.min() >= -4.0


def test_a_team_without_figures_cannot_be_learned():
    with pytest.raises(BadValue, match="away team"):
        TeamColours.learn({Team.HOME: seen(board([]), HOME), Team.AWAY: []})
