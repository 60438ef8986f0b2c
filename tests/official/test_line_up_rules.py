"""What each rulebook has against a line-up: the rule, whom it names, when it is only a doubt."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.core.roster import Team
from referee.game.state import GamePhase
from referee.loaders.rulebooks import load_rulebook
from referee.official.line_up.line_up import Role
from referee.official.line_up.offense_side import p_fewer, p_surely_fewer, p_surely_more
from tests.core.fields import EASY
from tests.official.formations import FOUR_THREE, I_BACKS, PRO, PUNT, SHOTGUN, STATE, read

# For EFHL: a base width between neighbours, all but the center a yard off the line.
SPREAD = {
    "C": (0.1, 0.0, 0.0),
    "LG": (1.0, 42.0, 0.0),
    "RG": (1.0, -42.0, 0.0),
    "LT": (1.0, 84.0, 0.0),
    "RT": (1.0, -84.0, 0.0),
    "TE": (1.0, 126.0, 0.0),
    "SE": (1.0, -136.0, 0.0),
    "FL": (2.0, -110.0, 0.0),
    "QB": (6.0, 0.0, 0.0),
    "HB": (12.0, 30.0, 0.0),
    "FB": (12.0, -30.0, 0.0),
}
WIDE_DEFENSE = {
    "DE": (1.3, 66.0, 0.0),
    "DT": (1.3, 22.0, 0.0),
    "NT": (1.3, -22.0, 0.0),
    "RD": (1.3, -66.0, 0.0),
    "WB": (6.5, 88.0, 0.0),
    "MB": (6.5, 0.0, 0.0),
    "SB": (6.5, -88.0, 0.0),
    "LC": (7.0, 130.0, 0.0),
    "RC": (7.0, -130.0, 0.0),
    "FS": (15.0, 25.0, 0.0),
    "SS": (14.0, -25.0, 0.0),
}
# As far apart as VSEFL would have it: 21 mm are 2.6 yards here, 0.78 inch on a 620.
WIDE_PRO = {
    **PRO,
    **{name: (PRO[name][0], PRO[name][1] * 1.3, 0.0) for name in ("LT", "LG", "RG", "RT")},
    "TE": (0.3, -118.0, 0.0),
    "FL": (1.6, -146.0, 0.0),
}
# All of the line at the line of scrimmage.
_LINE = ("LT", "LG", "C", "RG", "RT", "TE", "SE")
AT_THE_BALL = {**WIDE_PRO, **{name: (0.0, WIDE_PRO[name][1], 0.0) for name in _LINE}}
LEGAL = {
    "efhl": (SPREAD, WIDE_DEFENSE),
    "hefl": (PRO, FOUR_THREE),
    "vsefl": (WIDE_PRO, FOUR_THREE),
    "simplified": (PRO, FOUR_THREE),
}


def faults(found) -> set[tuple[str, tuple[str, ...]]]:
    return {(fault.rule, fault.players) for fault in found.faults}


@pytest.mark.parametrize("rulebook", list(LEGAL))
@pytest.mark.parametrize("left", [False, True])
def test_a_line_up_by_the_book_has_nothing_against_it(rulebook, left):
    offense, defense = LEGAL[rulebook]
    found = read(offense, rulebook, defense, left=left)
    assert not found.faults
    assert not [doubt for doubt in found.doubts if doubt.certainty > 0.9]


# Rulebook, whose man is moved where, the rule that has something against it, and against whom.
WRONG = [
    ("efhl", "o", "RG", (0.0, -42.0, 0.0), "EFHL-LIN-02", ("HRG",)),
    ("efhl", "o", "FL", (6.0, -110.0, 0.0), "EFHL-LIN-04", ("HFL",)),
    ("efhl", "o", "QB", (11.0, 0.0, 0.0), "EFHL-LIN-07", ("HQB",)),
    ("efhl", "o", "HB", (21.0, 30.0, 0.0), "EFHL-LIN-07", ("HHB",)),
    ("efhl", "o", "LG", (-0.5, 42.0, 0.0), "EFHL-LIN-09", ("HLG",)),
    ("efhl", "o", "LG", (1.0, 36.0, 0.0), "EFHL-LIN-02", ("HLG", "HC")),
    ("efhl", "o", "HB", (6.6, 30.0, 0.0), "EFHL-LIN-08", ("HHB",)),
    ("efhl", "d", "NT", (0.2, -22.0, 0.0), "EFHL-LIN-11", ("ANT",)),
    ("efhl", "d", "MB", (5.7, -22.0, 0.0), "EFHL-STK-01", ("ANT", "AMB")),
    ("hefl", "o", "RT", (1.3, -64.0, 0.0), "HEFL-LIN-08", ("HRT",)),
    ("hefl", "o", "RT", (0.2, -64.0, 0.0), "HEFL-LIN-08", ("HRT",)),
    ("hefl", "d", "DE", (0.8, 64.0, 0.0), "HEFL-LIN-08", ("ADE",)),
    ("hefl", "o", "FL", (1.6, -130.0, 20.0), "HEFL-LIN-02", ("HFL",)),
    ("hefl", "o", "LG", (0.8, 20.6, 0.0), "HEFL-LIN-03", ("HLG", "HC")),
    ("hefl", "o", "QB", (5.6, 0.0, 0.0), "HEFL-LIN-05", ("HQB",)),
    ("hefl", "o", "QB", (3.8, 0.0, 0.0), "HEFL-LIN-05", ("HQB",)),
    ("hefl", "o", "FB", (6.5, -30.0, 0.0), "HEFL-LIN-07", ("HFB",)),
    ("hefl", "o", "FB", (17.5, -30.0, 0.0), "HEFL-LIN-07", ("HFB",)),
    ("hefl", "o", "FL", (5.4, -130.0, 0.0), "HEFL-LIN-07", ("HFL",)),
    ("hefl", "d", "MB", (4.9, 20.0, 0.0), "HEFL-STK-01", ("ADT", "AMB")),
    ("vsefl", "o", "HB", (17.5, 30.0, 0.0), "VSEFL-LIN-03", ("HHB",)),
    ("vsefl", "o", "SE", (0.3, 152.0, 0.0), "VSEFL-SET-01", ("HSE",)),
    ("vsefl", "d", "NT", (-0.3, -22.0, 0.0), "VSEFL-PEN-02", ("ANT",)),
    ("simplified", "d", "NT", (-1.0, -22.0, 0.0), "SIMP-LIN-04", ("ANT",)),
    ("simplified", "o", "QB", (4.4, 24.0, 0.0), "SIMP-LIN-03", ("HC",)),
]


@pytest.mark.parametrize(("book", "side", "who", "spot", "rule", "named"), WRONG)
def test_one_man_out_of_place_is_named_with_his_rule(book, side, who, spot, rule, named):
    offense, defense = LEGAL[book]
    if side == "o":
        offense = {**offense, who: spot}
    else:
        defense = {**defense, who: spot}
    found = read(offense, book, defense)
    assert (rule, set(named)) in [(fault.rule, set(fault.players)) for fault in found.faults]


@pytest.mark.parametrize(("front", "named"), [(0.999, True), (0.3, False)])
def test_a_front_that_may_be_the_other_end_makes_nobody_stand_askew(front, named):
    """A figure that is read the wrong way round is square to the line all the same."""
    round_about = {**PRO, "LG": (*PRO["LG"][:2], 180.0)}
    found = read(round_about, "hefl", fronts={"HLG": front})
    assert (("HEFL-LIN-02", ("HLG",)) in faults(found)) is named


def test_exactly_on_a_limit_is_never_a_fault():
    """A flanker 5.0 yards back and a punter at 15.0 are legal; a camera cannot tell more."""
    assert "EFHL-LIN-04" not in {
        fault.rule for fault in read({**SPREAD, "FL": (5.0, -110.0, 0.0)}, "efhl").faults
    }
    deep = {**PUNT, "P": (16.525, 0.0, 0.0)}  # its rear is exactly 20 yards deep
    assert not read(deep, "hefl", state=replace(STATE, down=4)).faults


@pytest.mark.parametrize("rulebook", list(LEGAL))
def test_six_on_the_line_are_too_few(rulebook):
    offense, defense = LEGAL[rulebook]
    depth, across, turned = offense["SE"]
    found = read({**offense, "SE": (depth + 2.0, across, turned)}, rulebook, defense)
    seven = load_rulebook(rulebook).calls.line_up.least_on_line.rule
    words = {fault.sentence for fault in found.faults if fault.rule == seven}
    assert "6 on the line, at least 7 have to be" in words
    assert any("end of the line" in each for each in words)


def test_eight_on_the_line_are_legal_and_eleven_are_not_in_efhl():
    eight = {**SPREAD, "FL": (1.0, -150.0, 0.0), "SE": (1.0, -126.0, 0.0)}
    assert not [f for f in read(eight, "efhl", WIDE_DEFENSE).faults if "on the line," in f.sentence]


def test_a_sneak_near_the_goal_line_lets_the_quarterback_face_the_center():
    facing = {**PRO, "QB": (3.8, 0.0, 0.0)}
    at_two = replace(STATE, x_mm=EASY.x_mm(98.0), to_gain_x_mm=None)
    at_five = replace(STATE, x_mm=EASY.x_mm(95.0), to_gain_x_mm=None)
    assert not read(facing, state=at_two).faults
    assert ("HEFL-LIN-05", ("HQB",)) in faults(read(facing, state=at_five))


def test_short_yardage_frees_whom_the_rulebook_frees():
    stacked = {**WIDE_DEFENSE, "MB": (5.7, -22.0, 0.0)}
    short = replace(STATE, down=3, to_gain_x_mm=STATE.x_mm + 16.0)
    long = replace(STATE, down=3, to_gain_x_mm=STATE.x_mm + 24.0)

    def stacking(rulebook, state):
        found = read(LEGAL[rulebook][0], rulebook, stacked, state=state)
        return any("Stacked" in fault.sentence for fault in found.faults)

    assert (stacking("efhl", long), stacking("efhl", short)) == (True, False)
    # Within 5 yards of the line only, there the man is deeper.
    nearer = {**WIDE_DEFENSE, "MB": (4.9, -22.0, 0.0)}
    found = read(PRO, "vsefl", nearer, state=long)
    assert any("Stacked" in fault.sentence for fault in found.faults)
    assert not read(PRO, "vsefl", nearer, state=short).faults


def test_hefl_lets_one_stack_behind_the_man_across_from_the_center():
    nose = {**FOUR_THREE, "NT": (1.3, 0.0, 0.0), "DT": (1.3, 42.0, 0.0), "MB": (4.9, 0.0, 0.0)}
    assert not read(PRO, "hefl", nose).faults
    assert read(PRO, "vsefl", nose).faults


def stacked(*depths):
    """Receivers of the left side in a file."""
    names = ("SE", "FL", "HB")
    spots = {name: (depth, 130.0, 0.0) for name, depth in zip(names, depths, strict=False)}
    return {**PRO, "TE": (0.3, -96.0, 0.0), **spots}


def test_hefl_lets_two_wide_receivers_stack_and_no_third():
    two, three = stacked(0.3, 3.9), stacked(0.3, 2.1, 3.9)
    assert not [f for f in read(two, "hefl").faults if "Stacked" in f.sentence]
    rules = {f.rule for f in read(three, "hefl").faults if "Stacked" in f.sentence}
    assert rules == {"HEFL-STK-02"}
    # A tight end is no wide receiver.
    behind_tight = {**PRO, "FL": (3.9, -96.0, 0.0)}
    assert ("HEFL-STK-01", ("HTE", "HFL")) in faults(read(behind_tight, "hefl"))


@pytest.mark.parametrize(("gap_yd", "stacks"), [(0.0, True), (0.5, False)])
def test_vsefl_bars_touching_behind_one_another_anywhere(gap_yd, stacks):
    # Two safeties, 15 yards off; a base is 3.475 yards long.
    file = {**FOUR_THREE, "FS": (15.0, 25.0, 0.0), "SS": (18.475 + gap_yd, 25.0, 0.0)}
    found = ("VSEFL-STK-01", ("AFS", "ASS")) in faults(read(WIDE_PRO, "vsefl", file))
    assert found is stacks
    assert not read(PRO, "hefl", file).faults  # there only near the line
    short = replace(STATE, down=3, to_gain_x_mm=STATE.x_mm + 16.0)
    assert not read(WIDE_PRO, "vsefl", file, state=short).faults


@pytest.mark.parametrize(
    ("gap_mm", "fault", "doubt"),
    [(21.4, False, False), (14.0, False, True), (2.0, False, True), (0.1, True, False)],
)
def test_vsefl_warns_of_a_small_gap_and_refuses_only_bases_that_touch(gap_mm, fault, doubt):
    """About 3/4 inch on a 620, 2.5 yards; warned of below 2 yards, 16 mm here."""
    close = {**WIDE_PRO, "LG": (0.8, 20.6 + gap_mm, 0.0), "LT": (0.8, 86.0, 0.0)}
    found = read(close, "vsefl")
    against = {"HLG", "HC"}
    touching = [f for f in found.faults if f.rule == "VSEFL-LIN-02" and against <= set(f.players)]
    assert bool(touching) is fault
    warned = [d for d in found.doubts if d.warns and against <= set(d.players)]
    assert bool(warned) is doubt


@pytest.mark.parametrize(
    ("book", "who", "rule"),
    [("vsefl", "FL", "VSEFL-LIN-03"), ("simplified", "FL", "SIMP-LIN-02")],
)
@pytest.mark.parametrize(
    ("depth", "wrong"), [(0.0, False), (0.5, True), (0.8, True), (1.05, False)]
)
def test_who_is_off_the_line_is_a_yard_off_it(book, who, rule, depth, wrong):
    """Flanker 0.5 yard off: illegal; back 0.8 yard behind the line: to be put right."""
    placed = {**AT_THE_BALL, who: (depth, *AT_THE_BALL[who][1:])}
    assert ((rule, (f"H{who}",)) in faults(read(placed, book))) is wrong


def test_eight_on_the_line_are_legal_wherever_on_it():
    """As in every line-up by hand, some a little further back than others."""
    depths = {"LT": 0.1, "LG": 0.3, "RG": 0.2, "RT": 0.25, "TE": 0.1, "SE": 0.3, "FL": 0.35}
    placed = {**AT_THE_BALL, **{k: (d, *AT_THE_BALL[k][1:]) for k, d in depths.items()}}
    for book in ("vsefl", "simplified"):
        assert not read(placed, book).faults


def test_a_flanker_by_a_coachs_word_is_a_yard_off_the_line():
    placed = {**AT_THE_BALL, "FL": (0.3, -146.0, 0.0), "SE": (0.3, 130.0, 0.0)}
    assert not read(placed, "vsefl").faults
    found = read(placed, "vsefl", said={"HFL": Role.FLANKER})
    assert ("VSEFL-LIN-03", ("HFL",)) in faults(found)


def test_in_vsefl_the_outermost_receiver_is_no_deeper_than_five_yards():
    deep = {**WIDE_PRO, "FL": (7.0, -140.0, 0.0)}
    assert ("VSEFL-LIN-03", ("HFL",)) in faults(read(deep, "vsefl"))
    assert not read({**WIDE_PRO, "FL": (5.0, -140.0, 0.0)}, "vsefl").faults
    # A back in the slot, with the flanker outside of it, may be deeper.
    slot = {**WIDE_PRO, "HB": (7.0, -122.0, 0.0), "FL": (1.6, -146.0, 0.0)}
    assert not read(slot, "vsefl").faults


def test_hefl_needs_three_down_linemen():
    deep = {
        **FOUR_THREE,
        "DE": (7.0, 100.0, 0.0),
        "RD": (7.0, -100.0, 0.0),
        "LC": (9.0, 140.0, 0.0),
        "RC": (9.0, -140.0, 0.0),
    }
    assert ("HEFL-LIN-04", ()) in faults(read(PRO, "hefl", deep))


def test_backs_in_a_file_behind_the_quarterback_are_not_stacked():
    assert not read(I_BACKS, "vsefl").faults


def test_a_kickoff_is_not_measured_by_the_rules_of_a_snap():
    kickoff = replace(STATE, phase=GamePhase.KICKOFF)
    assert not read(SHOTGUN, state=kickoff).faults


def test_of_a_side_with_a_man_out_of_sight_everything_is_a_doubt():
    found = read({**PRO, "RT": (1.6, -64.0, 0.0)}, gone=("HSE",))
    assert not found.faults
    assert any(doubt.rule == "HEFL-LIN-08" for doubt in found.doubts)


def test_a_close_measurement_is_a_doubt():
    found = read({**PRO, "RT": (1.02, -64.0, 0.0)})  # a sixth of a millimetre too far
    assert not found.faults
    assert any("HRT" in doubt.players for doubt in found.doubts)


def test_faults_say_whose_they_are():
    found = read(PRO, "hefl", {**FOUR_THREE, "DE": (0.5, 64.0, 0.0)})
    assert {fault.team for fault in found.faults} == {Team.AWAY}


def test_how_many_of_some_chances_come_true():
    assert p_fewer([0.5, 0.5], 1) == pytest.approx(0.25)
    assert p_fewer([0.9, 0.2], 2) == pytest.approx(1 - 0.18)
    assert p_fewer([1.0, 1.0], 2) == 0.0


def test_chances_that_may_hang_together_are_never_surer_than_one_of_them():
    """A camera that is off is so for a whole line: seven even chances are one even chance."""
    assert p_fewer([0.5] * 11, 9) > 0.9
    assert p_surely_fewer([0.5] * 11, 9) == 0.5
    assert p_surely_more([0.9] * 8, 7) == pytest.approx(0.9**8)
    assert p_surely_more([0.9] * 11, 7) == pytest.approx(0.9)
    assert p_surely_fewer([0.0] * 5 + [1.0] * 6, 7) == 1.0


def test_of_a_side_with_a_base_that_is_known_roughly_everything_is_a_doubt():
    found = read({**PRO, "RT": (1.6, -64.0, 0.0)}, rough=("HSE",))
    assert not found.faults
    assert any(doubt.rule == "HEFL-LIN-08" for doubt in found.doubts)
    assert read({**PRO, "RT": (1.6, -64.0, 0.0)}, rough=("AFS",)).faults
