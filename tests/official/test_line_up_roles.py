"""Who is who in a line-up: told from places, in either direction, with men missing or lying."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from referee.calls.frame import BoardFrame, SeenBase
from referee.core.field.direction import Direction
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.roster import Team
from referee.game.state import GamePhase, State
from referee.loaders.fields import load_field
from referee.loaders.rulebooks import load_rulebook
from referee.official.line_up.line_up import LineUp, LineUpForm, Role
from referee.official.line_up.line_up_reader import read_line_up
from referee.official.line_up.measured_player import Scrimmage
from referee.sim.formations.formation import load_formation
from referee.sim.formations.line_up import line_up
from referee.sim.live.teams import usual_roster
from tests.official.formations import (
    FIELD_GOAL,
    I_BACKS,
    LINE,
    PRO,
    PUNT,
    ROLES,
    SHOTGUN,
    STATE,
    read,
)

FOURTH = replace(STATE, down=4)


def roles(found: LineUp) -> dict[str, Role]:
    return {man.player[1:]: man.role for man in found.men if man.team is Team.HOME}


@pytest.mark.parametrize("left", [False, True], ids=["to the right", "to the left"])
@pytest.mark.parametrize("upside", [False, True], ids=["as drawn", "mirrored"])
@pytest.mark.parametrize("offense", [PRO, I_BACKS, SHOTGUN], ids=["pro", "I", "shotgun"])
@pytest.mark.parametrize("arbitrary", [False, True], ids=["numbers", "any numbers"])
def test_a_formation_is_the_same_whichever_way_it_looks(offense, left, upside, arbitrary):
    found = read(offense, left=left, upside=upside, arbitrary=arbitrary)
    got = roles(found)
    assert found.form is LineUpForm.SCRIMMAGE
    assert {name: got[name] for name in ROLES if name in offense} == {
        name: role for name, role in ROLES.items() if name in offense
    }
    assert all(man.certainty > 0.9 for man in found.men if man.player[1:] in ROLES)


def test_ends_and_flankers_are_told_by_the_line_and_the_room_beside_them():
    got = roles(read(PRO))
    assert (got["TE"], got["SE"], got["FL"]) == (Role.TIGHT_END, Role.SPLIT_END, Role.FLANKER)


def test_those_who_may_catch_are_the_ends_and_everybody_off_the_line():
    able = {man.player for man in read(PRO, "efhl").eligible()}
    assert able == {"HTE", "HSE", "HFL", "HHB", "HFB", "HQB"}


def test_an_end_with_somebody_outside_him_on_the_line_may_not_catch():
    covered = {**PRO, "FL": (0.4, -130.0, 0.0)}
    found = read(covered, "efhl")
    assert found.find("HTE").eligible < 0.05
    assert found.find("HFL").eligible > 0.95


def test_numbers_count_where_the_rulebook_says_so_and_the_line_wears_its_own():
    # In this roster the right guard's 63 and so on fit; a receiver's 20 to 29 are eligible numbers.
    assert read(PRO, "hefl").find("HTE").eligible > 0.95
    counted = read(PRO, "hefl", arbitrary=True)
    assert counted.find("HTE").eligible > 0.95  # nobody's number means anything there


def test_the_kicks_are_known_by_who_stands_deep():
    punt = read(PUNT, state=FOURTH)
    assert (punt.form, roles(punt)["P"]) == (LineUpForm.PUNT, Role.PUNTER)
    assert roles(punt)["PP"] is Role.BACK
    kick = read(FIELD_GOAL, state=FOURTH)
    got = roles(kick)
    assert (kick.form, got["H"], got["K"]) == (LineUpForm.FIELD_GOAL, Role.HOLDER, Role.KICKER)
    assert kick.of(Role.HOLDER)[0].player == "HH"


def test_an_i_formation_on_a_last_down_is_no_punt():
    assert read(I_BACKS, state=FOURTH).form is LineUpForm.SCRIMMAGE


def test_a_kickoff_is_known_from_the_game():
    assert read(PRO, state=replace(STATE, phase=GamePhase.KICKOFF)).form is LineUpForm.KICKOFF


def test_a_board_that_is_being_cleared_is_no_line_up():
    far = {name: (depth + 30.0, across, 0.0) for name, (depth, across, _) in PRO.items()}
    found = read(far)
    assert (found.form, found.men, found.faults) == (LineUpForm.NONE, (), ())


def test_a_correction_counts_for_more_than_any_place():
    found = read(PRO, said={"HHB": Role.QUARTERBACK})
    assert found.quarterback.player == "HHB"
    assert found.quarterback.corrected
    moved = read(PRO, said={"HRG": Role.CENTER})
    assert moved.of(Role.CENTER)[0].player == "HRG"
    assert roles(moved)["C"] is Role.GUARD


def test_a_missing_guard_leaves_a_doubt_who_the_tackle_is():
    found = read(PRO, gone=("HLG",))
    assert found.missing == ("HLG",)
    assert found.of(Role.CENTER)[0].player == "HC"
    assert found.find("HLT").certainty < 0.9
    assert not found.faults  # of whom nobody sees nothing is sure


def test_a_figure_that_lies_is_named_and_keeps_its_place():
    found = read(PRO, lies=("HFB",))
    assert found.fallen == ("HFB",)
    assert roles(found)["FB"] is Role.BACK


def test_a_line_packed_so_that_bases_touch_is_still_told_apart():
    packed = {
        **PRO,
        **{name: (depth, across * 20.6 / 32.0, 0.0) for name, (depth, across, _) in LINE.items()},
        "TE": (0.3, -3 * 20.6, 0.0),
    }
    got = roles(read(packed))
    assert all(got[name] is role for name, role in ROLES.items())


def test_a_ball_that_lies_off_the_center_is_put_right_by_the_line():
    shifted = {name: (depth, across + 8.0, turned) for name, (depth, across, turned) in PRO.items()}
    assert read(shifted).of(Role.CENTER)[0].player == "HC"


def test_the_defense_is_named_by_depth():
    found = read(PRO)
    got = {man.player[1:]: man.role for man in found.men if man.team is Team.AWAY}
    assert {got[name] for name in ("DE", "DT", "NT", "RD")} == {Role.DOWN_LINEMAN}
    assert {got[name] for name in ("WB", "MB", "SB")} == {Role.LINEBACKER}
    assert {got[name] for name in ("FS", "SS", "LC", "RC")} == {Role.DEFENSIVE_BACK}


FIELD, TEAMS = load_field("620"), usual_roster(3)
SIM_ROLES = {
    **dict.fromkeys(("LT", "RT"), Role.TACKLE),
    **dict.fromkeys(("LG", "RG"), Role.GUARD),
    "C": Role.CENTER,
    "QB": Role.QUARTERBACK,
    "P": Role.PUNTER,
    "K": Role.KICKER,
    "H": Role.HOLDER,
}
SIM = (
    "i-formation",
    "pro-set",
    "single-back",
    "shotgun-spread",
    "goal-line-offence",
    "punt",
    "field-goal",
)


@pytest.mark.parametrize("name", SIM)
@pytest.mark.parametrize("team", list(Team))
@pytest.mark.parametrize("hash_mark", [False, True], ids=["middle", "hash"])
def test_every_formation_of_the_simulator_is_read_whoever_plays_it(name, team, hash_mark):
    """Both teams attack with the same eleven figures, so the numbers of one are all wrong."""
    rng = np.random.default_rng(len(name))
    kicks = name in ("punt", "field-goal")
    y_mm = FIELD.near_hash_y_mm if hash_mark else FIELD.width_mm / 2
    state = State(
        GamePhase.SCRIMMAGE, 1, team=team, down=4 if kicks else 2, x_mm=FIELD.x_mm(40), y_mm=y_mm
    )
    formation = load_formation(name)
    seen, spots = [], {}
    for side, drawn in ((team, formation), (team.other, load_formation("4-3"))):
        men = [player for player in TEAMS if player.team is side]
        plays = Direction.RIGHT if side is Team.HOME else Direction.LEFT
        poses = line_up(drawn, [p.base for p in men], FIELD, state.x_mm, y_mm, plays.sign)
        for player, pose, spot in zip(men, poses, drawn.spots, strict=True):
            off = rng.normal(0.0, [0.2, 0.2, 0.6])
            at = Pose(pose.x_mm + off[0], pose.y_mm + off[1], pose.heading_deg + off[2])
            seen.append(SeenBase(player.id, MeasuredPose.with_sigmas(at, 0.2, 0.2, 0.6)))
            if side is team:
                spots[player.id] = spot.role
    at = Scrimmage(team, state, FIELD, load_rulebook("hefl").calls)
    found = read_line_up(BoardFrame(1, False, tuple(seen)), TEAMS, at)
    wanted = dict(SIM_ROLES)
    if name == "shotgun-spread":
        wanted["H"] = Role.FLANKER  # there it is the slot
    for player, spot in spots.items():
        if spot in wanted:
            man = found.find(player)
            assert (spot, man.role) == (spot, wanted[spot])
            assert man.certainty >= 0.85
