"""The bench of names: line-ups of a game as the rules lead on, named before anybody is told."""

from __future__ import annotations

import numpy as np

from referee.core.roster import Team
from referee.lab.bench.names.line_up_games import line_ups
from referee.lab.bench.names.named_evening import CoachKind, RoleChart, named_evening


def test_the_same_seed_gives_the_same_line_ups():
    first, again = list(line_ups("hefl", 3, 4)), list(line_ups("hefl", 3, 4))
    for one, other in zip(first, again, strict=True):
        for team in Team:
            assert np.array_equal(one[team].places_mm, other[team].places_mm)
            assert one[team].roles == other[team].roles


def test_both_teams_play_to_the_right_of_their_own_line_up():
    for both in line_ups("simplified", 5, 6):
        passers = [t for t in Team if "QB" in both[t].roles]
        for team in passers:
            places, roles = both[team].places_mm, both[team].roles
            assert places[roles.index("QB"), 0] < places[roles.index("C"), 0]


def test_a_figure_keeps_the_role_it_had_first():
    chart = RoleChart()
    first = chart.figures(["LT", "C", "QB", "RB", "FL"])
    other = chart.figures(["C", "LT", "WB", "FL", "QB"])
    assert [other[k] for k in (0, 1, 3, 4)] == [first[1], first[0], first[4], first[2]]
    assert sorted(other) == sorted(first)


def test_one_who_points_until_all_is_right_points_at_no_more_than_were_wrong():
    for each in named_evening("efhl", 2, 4, CoachKind("plain")):
        wrong = each.right.count(False)
        assert (each.pointed_at == 0) is (wrong == 0)
        assert each.pointed_at <= 11
        assert all(0.0 <= sure < 1.0 for sure in each.sure)


def test_a_base_is_somebodys_first_or_second_name_never_both():
    seconds = 0
    for each in named_evening("efhl", 2, 6, CoachKind("plain")):
        pairs = zip(each.right, each.second, strict=True)
        assert not any(right and second for right, second in pairs)
        seconds += each.second.count(True)
    assert seconds > 0


def test_an_evening_before_helps():
    plain = named_evening("efhl", 1, 6, CoachKind("plain"))
    later = named_evening("efhl", 1, 6, CoachKind("later", evenings_before=2))
    known = [r for each in later if each.number for r in each.right]
    assert sum(known) > sum(r for each in plain for r in each.right)
