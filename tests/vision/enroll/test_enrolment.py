"""A line-up becomes two teams of numbered players, or a sentence why it does not."""

from __future__ import annotations

import pytest

from referee.core.errors import BadValue
from referee.core.geometry.pose import Pose
from referee.core.roster import Team
from referee.vision.enroll.enrolment import EnrolmentHints, enrol
from referee.vision.enroll.enrolment_values import enrolment_values, line_up_sightings
from referee.vision.enroll.named_figures import NamedFigure
from tests.vision.enroll.line_up import AWAY, HOME, frames, locator, picture
from tests.vision.painted import CAMERA, RED, SHAPE, board


@pytest.fixture(scope="module")
def enrolment():
    return enrol(frames(picture(), 2), locator(HOME + AWAY), EnrolmentHints(("HAWKS", "MINERS")))


def test_home_stands_on_the_left_and_counts_from_the_near_side(enrolment):
    places = {m.sheet.player.id: m.figure.pose for m in enrolment.members}
    assert list(places) == [f"H{k}" for k in range(1, 7)] + [f"A{k}" for k in range(1, 7)]
    for letter, row in (("H", HOME), ("A", AWAY)):
        for k, pose in enumerate(row, start=1):
            found = places[f"{letter}{k}"]
            assert (found.x_mm, found.y_mm) == pytest.approx((pose.x_mm, pose.y_mm), abs=1.0)
    assert [enrolment.teams.teams[t].name for t in Team] == ["HAWKS", "MINERS"]


def test_bases_are_measured_though_painted_ones_have_no_sides(enrolment):
    for player in enrolment.teams.roster:
        assert player.base.length_mm == pytest.approx(SHAPE.length_mm, abs=1.5)
        assert player.base.width_mm == pytest.approx(SHAPE.width_mm, abs=1.5)


def test_what_is_not_eleven_is_said(enrolment):
    assert enrolment.doubts == (
        "6 figures of the home team instead of 11",
        "6 figures of the away team instead of 11",
    )


def test_the_jersey_that_is_shown_is_about_the_one_that_is_worn(enrolment):
    red, green, blue = enrolment.teams.teams[Team.HOME].jersey
    assert red > 2 * max(green, blue)


def test_the_outcome_has_everybody_with_an_outline(enrolment):
    outcome = enrolment_values(enrolment, CAMERA)
    players = outcome["teams"]["home"]["players"] + outcome["teams"]["away"]["players"]
    assert len(players) == 12
    for player in players:
        x = [p[0] for p in player["outline_px"]]
        assert 0 <= min(x) < max(x) < CAMERA.width_px
    seen, names = line_up_sightings(enrolment, CAMERA)
    assert len(seen.sightings) == len(names) == 12


def named(row, team, numbers, aside_mm=8.0):
    """Taps beside the figures of a row, in the order of their numbers."""
    taps = [(pose.x_mm + aside_mm, pose.y_mm - aside_mm) for pose in row]
    return [
        NamedFigure(f"{team.value[0].upper()}{number}", number, team, tap)
        for number, tap in zip(numbers, taps, strict=True)
    ]


def test_figures_are_who_a_person_says_they_are():
    said = named(HOME, Team.HOME, (72, 66, 12, 40, 81, 7)) + named(
        AWAY, Team.AWAY, (92, 97, 21, 33, 36, 55)
    )
    found = enrol(
        frames(picture(), 2),
        locator(HOME + AWAY),
        EnrolmentHints(("HAWKS", "MINERS"), named=tuple(said)),
    )
    assert [p.id for p in found.teams.roster] == [who.player for who in said]
    places = {m.sheet.player.id: m.figure.pose for m in found.members}
    for who, pose in zip(said, HOME + AWAY, strict=True):
        here = places[who.player]
        assert (here.x_mm, here.y_mm) == pytest.approx((pose.x_mm, pose.y_mm), abs=1.0)
    assert set(found.counts) == set(places)


def test_a_person_knows_the_team_better_than_the_colours():
    crossed = named(HOME[:1] + AWAY[1:], Team.AWAY, (92, 97, 21, 33, 36, 55))
    said = named(AWAY[:1] + HOME[1:], Team.HOME, (72, 66, 12, 40, 81, 7)) + crossed
    hints = EnrolmentHints(named=tuple(said))
    found = enrol(frames(picture(), 2), locator(HOME + AWAY), hints)
    assert found.teams.roster.player("H72").team is Team.HOME
    pose = next(m.figure.pose for m in found.members if m.sheet.player.id == "H72")
    assert (pose.x_mm, pose.y_mm) == pytest.approx((AWAY[0].x_mm, AWAY[0].y_mm), abs=1.0)


def test_what_nobody_points_at_is_no_player_and_who_is_not_seen_stays_one():
    away = named(AWAY, Team.AWAY, (92, 97, 21, 33, 36, 55))
    home = named(HOME, Team.HOME, (72, 66, 12, 40, 81, 7))[1:]
    nowhere = NamedFigure("H99", 99, Team.HOME, (5000.0, 5000.0))
    hints = EnrolmentHints(named=(*home, nowhere, *away))
    found = enrol(frames(picture(), 2), locator(HOME + AWAY), hints)
    assert "1 things were left out that nobody pointed at" in found.doubts
    assert "no figure is seen where you said: H99" in found.doubts
    assert "H99" not in found.counts
    lost, mate = (found.teams.roster.player(name).base for name in ("H99", "H66"))
    assert (lost.length_mm, lost.width_mm) == (mate.length_mm, mate.width_mm)


def test_a_base_that_was_named_is_not_measured():
    found = enrol(frames(picture()), locator(HOME + AWAY), EnrolmentHints(base="narrow"))
    assert {p.base.name for p in found.teams.roster} == {"narrow"}
    assert found.teams.teams[Team.HOME].base == "narrow"


def test_edits_are_kept_in_the_order_of_the_file(enrolment):
    old = enrolment.teams
    again = enrol(frames(picture()), locator(HOME + AWAY), EnrolmentHints(old=old))
    assert again.teams == old
    assert set(again.counts) == {p.id for p in old.roster}


def test_edits_are_not_kept_when_somebody_is_missing(enrolment):
    with pytest.raises(BadValue, match="home team is 5 figures, but 6 in the file"):
        enrol(
            frames(picture(HOME[1:])), locator(HOME[1:] + AWAY), EnrolmentHints(old=enrolment.teams)
        )


BETWEEN = [Pose(p.x_mm, p.y_mm + 22.0, p.heading_deg) for p in HOME]
# Two teams of eleven with two substitutes each, and more figures than any two teams have.
BENCHES = [Pose(60.0 + 40.0 * k, y, 0.0) for y in (60.0, 180.0) for k in range(13)]
CROWD = [Pose(60.0 + 25.0 * k, y, 0.0) for y in (60.0, 180.0) for k in range(21)]


@pytest.mark.parametrize(
    ("image", "answers", "part"),
    [
        (board([]), [[]], "without any base"),
        (picture(HOME, BETWEEN, (RED, RED)), [HOME + BETWEEN], "one team only"),
        (picture(), [HOME[:3]], "figures is 3"),
        (picture(CROWD[:21], CROWD[21:]), [CROWD], "figures is 42, but should be up to 40"),
    ],
)
def test_what_is_no_line_up_is_refused(image, answers, part):
    with pytest.raises(BadValue) as caught:
        enrol(frames(image), locator(*answers), EnrolmentHints())
    assert part in str(caught.value)


def test_a_line_up_with_the_substitutes_in_it_enrols_them_too():
    """One picture of everybody; whoever is over eleven of a team begins beside the board."""
    image = picture(BENCHES[:13], BENCHES[13:])
    found = enrol(frames(image), locator(BENCHES), EnrolmentHints())
    for team, letter in ((Team.HOME, "H"), (Team.AWAY, "A")):
        ids = [p.id for p in found.teams.roster if p.team is team]
        assert ids == [f"{letter}{number}" for number in range(1, 14)]
        words = f"13 figures of the {team} team: eleven play at a time, so 2 begin beside the board"
        assert words in found.doubts
    assert set(found.counts) == {p.id for p in found.teams.roster}


def test_figures_that_move_are_refused():
    moved = [Pose(p.x_mm + 15.0, p.y_mm, p.heading_deg) for p in HOME + AWAY]
    with pytest.raises(BadValue, match="moving"):
        enrol(frames(picture(), 2), locator(HOME + AWAY, moved), EnrolmentHints())


def test_teams_that_look_alike_are_told_apart_by_their_sides_with_a_doubt():
    found = enrol(frames(picture(jerseys=(RED, RED))), locator(HOME + AWAY), EnrolmentHints())
    assert "told apart by their sides" in found.doubts[0]
    assert [m.sheet.player.team for m in found.members] == [Team.HOME] * 6 + [Team.AWAY] * 6


def test_one_figure_of_a_team_is_too_few_to_know_the_team_by():
    """Green bases in the shadow of a green board: the detector finds one of eleven."""
    said = named(HOME, Team.HOME, (72, 66, 12, 40, 81, 7)) + named(
        AWAY, Team.AWAY, (92, 97, 21, 33, 36, 55)
    )
    hints = EnrolmentHints(named=tuple(said))
    with pytest.raises(BadValue, match="figures found of the home team is 1, but should be 2"):
        enrol(frames(picture(HOME[:1], AWAY)), locator(HOME[:1] + AWAY), hints)
