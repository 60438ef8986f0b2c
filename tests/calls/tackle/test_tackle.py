"""Tackles by each rulebook, from plays written down as moves."""

from __future__ import annotations

import pytest

from referee.calls.call import CallAction, CallKind
from referee.calls.phase_state import PlayPhase
from tests.calls.plays import MS, film, judged, situation

FOUR = ("efhl", "hefl", "vsefl", "simplified")
# The carrier waits at x = 310 and faces +x; his front is at 323.9, his sides at y = 150 +- 10.3.
STANDS = [(0.0, 310.0, 150.0, 0.0)]
FAR = [(0.0, 600.0, 280.0, 180.0)]


def met(keys, **changes):
    """A play in which A1 moves while the carrier stands."""
    moves = {"H1": STANDS, "A1": keys, "A2": FAR}
    return moves, situation(moves, **changes)


def nose_to_nose(until=1.0):
    # From 40 mm of gap at 50 mm/s: they touch at 0.8 s, and A1 stays there.
    return [(0.0, 377.8, 150.0, 180.0), (0.8, 337.8, 150.0, 180.0), (until, 337.8, 150.0, 180.0)]


def sideways():
    # A1 stands 12 mm further downfield and slides over: its rear half meets his side at 0.8 s.
    return [(0.0, 322.0, 190.6, 0.0), (0.8, 322.0, 170.6, 0.0)]


def with_its_rear():
    # A1 faces away and is pushed with its rear against the carrier's front.
    return [(0.0, 377.8, 150.0, 0.0), (0.8, 337.8, 150.0, 0.0)]


def into_his_back():
    return [(0.0, 242.2, 150.0, 0.0), (0.8, 282.2, 150.0, 0.0)]


def kinds(calls):
    return [call.kind for call in calls if call.kind not in {CallKind.LINE_TO_GAIN, CallKind.SHORT}]


@pytest.mark.parametrize("rulebook", FOUR)
def test_a_front_on_the_front_tackles_everywhere(rulebook):
    moves, play = met(nose_to_nose())
    (call,) = judged(rulebook, film(moves, 1.3), play)
    assert (call.kind, call.action, call.flag) == (CallKind.TACKLE, CallAction.CUT, ())
    assert call.players == ("A1", "H1")
    assert call.t_ns == pytest.approx(800 * MS, abs=3 * call.sigma_ns)
    assert call.sigma_ns < 12 * MS
    assert call.spot.x_mm == pytest.approx(323.9, abs=1.0)
    assert call.certainty > 0.99


# Where the carrier is in yards past the line of scrimmage (8 mm each), how he is touched, and what
# each rulebook makes of it: efhl, hefl, vsefl, simplified.
BY_RULEBOOK = [
    (2.0, sideways, (CallKind.BROKEN_TACKLE, None, CallKind.BROKEN_TACKLE, CallKind.TACKLE)),
    (9.0, sideways, (CallKind.BROKEN_TACKLE, CallKind.TACKLE, CallKind.TACKLE, CallKind.TACKLE)),
    (2.0, with_its_rear, (CallKind.BROKEN_TACKLE, None, CallKind.BROKEN_TACKLE, CallKind.TACKLE)),
    (
        9.0,
        with_its_rear,
        (CallKind.BROKEN_TACKLE, CallKind.TACKLE, CallKind.BROKEN_TACKLE, CallKind.TACKLE),
    ),
    (2.0, into_his_back, (CallKind.FUMBLE, CallKind.TACKLE, CallKind.TACKLE, CallKind.TACKLE)),
    (-6.0, nose_to_nose, (CallKind.TACKLE,) * 4),
]


@pytest.mark.parametrize(("past_yd", "how", "wanted"), BY_RULEBOOK)
@pytest.mark.parametrize("place", range(4), ids=FOUR)
def test_what_a_touch_is_depends_on_rulebook_and_place(past_yd, how, wanted, place):
    moves, play = met(how())
    play = situation(moves, scrimmage_x_mm=323.9 - 8.0 * past_yd, to_gain_x_mm=None)
    calls = judged(FOUR[place], film(moves, 1.4), play)
    assert kinds(calls) == ([] if wanted[place] is None else [wanted[place]])
    assert not any(call.flagged for call in calls)


RULES = [
    ("efhl", sideways, 2.0, "EFHL-TKL-02"),
    ("efhl", into_his_back, 2.0, "EFHL-FUM-01"),
    ("hefl", nose_to_nose, 2.0, "HEFL-TKL-01"),
    ("hefl", nose_to_nose, 9.0, "HEFL-TKL-02"),
    ("vsefl", sideways, 2.0, "VSEFL-TKL-01"),
    ("vsefl", sideways, 9.0, "VSEFL-TKL-02"),
    ("simplified", sideways, 9.0, "SIMP-TKL-01"),
]


@pytest.mark.parametrize(("rulebook", "how", "past_yd", "rule"), RULES)
def test_a_call_names_its_rule(rulebook, how, past_yd, rule):
    moves, play = met(how())
    play = situation(moves, scrimmage_x_mm=323.9 - 8.0 * past_yd, to_gain_x_mm=None)
    (call,) = judged(rulebook, film(moves, 1.4), play)
    assert call.rule == rule


@pytest.mark.parametrize(("short_mm", "rule"), [(1.2, "HEFL-TKL-01"), (-1.2, "HEFL-TKL-02")])
def test_where_he_is_as_they_meet_says_which_rule_it_is(short_mm, rule):
    """Nose to nose at 1 s and 323.9 mm, between two frames; both go on at 100 mm/s."""
    moves = {
        "H1": [(0.0, 210.0, 150.0, 0.0), (1.4, 350.0, 150.0, 0.0)],
        "A1": [(0.0, 337.8, 150.0, 180.0), (1.0, 337.8, 150.0, 180.0), (1.4, 377.8, 150.0, 180.0)],
    }
    play = situation(moves, scrimmage_x_mm=323.9 + short_mm - 40.0, to_gain_x_mm=None)
    (call,) = judged("hefl", film(moves, 1.4, fps=29.5), play)
    assert (call.kind, call.rule) == (CallKind.TACKLE, rule)


@pytest.mark.parametrize("rulebook", ["hefl", "vsefl"])
def test_caught_behind_the_line_needs_a_front_too_and_past_it_any_touch_will_do(rulebook):
    moves, _ = met(sideways())
    after = {"phase": PlayPhase.AFTER_CATCH, "scrimmage_x_mm": 310.0, "to_gain_x_mm": None}
    behind = situation(moves, caught_behind=True, **after)
    past = situation(moves, caught_behind=False, **after)
    boards = film(moves, 1.4)
    assert CallKind.TACKLE not in kinds(judged(rulebook, boards, behind))
    assert kinds(judged(rulebook, boards, past)) == [CallKind.TACKLE]


@pytest.mark.parametrize("rulebook", ["hefl", "vsefl", "simplified"])
def test_any_touch_downs_a_returner_a_rear_too(rulebook):
    moves, _ = met(with_its_rear())
    play = situation(moves, phase=PlayPhase.RETURN, scrimmage_x_mm=None, to_gain_x_mm=None)
    assert kinds(judged(rulebook, film(moves, 1.4), play)) == [CallKind.TACKLE]


def test_a_returner_of_efhl_needs_a_front():
    moves, _ = met(with_its_rear())
    play = situation(moves, phase=PlayPhase.RETURN, scrimmage_x_mm=None, to_gain_x_mm=None)
    assert kinds(judged("efhl", film(moves, 1.4), play)) == [CallKind.BROKEN_TACKLE]


@pytest.mark.parametrize("rulebook", FOUR)
def test_passing_a_hand_s_breadth_away_is_nothing(rulebook):
    # Side by side 3 mm apart.
    moves, play = met([(0.0, 250.0, 173.6, 0.0), (1.2, 370.0, 173.6, 0.0)])
    assert judged(rulebook, film(moves, 1.2), play) == []


@pytest.mark.parametrize("rulebook", FOUR)
def test_a_team_mate_tackles_nobody(rulebook):
    moves = {"H1": STANDS, "H2": nose_to_nose(), "A2": FAR}
    assert judged(rulebook, film(moves, 1.4), situation(moves)) == []


@pytest.mark.parametrize(
    ("rulebook", "wanted"),
    [("efhl", []), ("hefl", []), ("vsefl", []), ("simplified", [CallKind.TACKLE])],
)
def test_a_fallen_opponent(rulebook, wanted):
    moves, play = met(nose_to_nose())
    boards = film(moves, 1.4, fallen={"A1": 0.0})
    assert kinds(judged(rulebook, boards, play)) == wanted


def test_an_opponent_who_is_read_as_lying_with_0_05_stands():
    moves, play = met(nose_to_nose())
    said = judged("hefl", film(moves, 1.4), play)
    assert judged("hefl", film(moves, 1.4, fallen={"A1": (0.0, 0.05)}), play) == said


def test_an_opponent_who_may_lie_ends_no_play_and_is_looked_at():
    moves, play = met(nose_to_nose())
    (call,) = judged("hefl", film(moves, 1.4, fallen={"A1": (0.0, 0.3)}), play)
    assert (call.kind, call.action) == (CallKind.UNCLEAR_TACKLE, CallAction.KEEP_RUNNING)
    assert call.flagged
    assert call.certainty == pytest.approx(0.7, abs=1e-3)


@pytest.mark.parametrize(
    ("rulebook", "falls_s", "wanted"),
    [
        ("efhl", 0.1, CallKind.BROKEN_TACKLE),
        ("efhl", 0.4, CallKind.TACKLE),
        ("hefl", 0.4, CallKind.BROKEN_TACKLE),
        ("hefl", 0.7, CallKind.TACKLE),
        ("vsefl", 0.4, CallKind.BROKEN_TACKLE),
        ("simplified", 0.1, CallKind.TACKLE),
    ],
)
def test_a_tackler_who_falls_in_time_has_been_shaken_off(rulebook, falls_s, wanted):
    moves, play = met(nose_to_nose())
    boards = film(moves, 2.0, fallen={"A1": 0.8 + falls_s})
    assert kinds(judged(rulebook, boards, play)) == [wanted]


def two(delay_s):
    """A2 comes from the near side, his front to the carrier's side, so much later than A1."""
    moves = {
        "H1": STANDS,
        "A1": nose_to_nose(),
        "A2": [(0.0, 310.0, 85.8, 90.0), (0.8 + delay_s, 310.0, 125.8, 90.0)],
    }
    return moves, situation(moves, to_gain_x_mm=None)


def test_two_at_the_same_time_are_a_fumble_in_vsefl_only():
    moves, play = two(0.0)
    boards = film(moves, 1.6)
    (call,) = judged("vsefl", boards, play)
    assert (call.kind, call.rule) == (CallKind.FUMBLE, "VSEFL-FUM-01")
    assert sorted(call.players) == ["A1", "A2", "H1"]
    assert kinds(judged("hefl", boards, play)) == [CallKind.TACKLE]


def test_two_one_after_the_other_are_a_tackle():
    moves, play = two(0.2)
    (call,) = judged("vsefl", film(moves, 1.6), play)
    assert (call.kind, call.players) == (CallKind.TACKLE, ("A1", "H1"))


def test_of_two_the_one_who_stays_up_tackles():
    moves, play = two(0.05)
    calls = judged("hefl", film(moves, 2.0, fallen={"A1": 1.0}), play)
    assert [(c.kind, c.players[0]) for c in calls] == [
        (CallKind.BROKEN_TACKLE, "A1"),
        (CallKind.TACKLE, "A2"),
    ]


@pytest.mark.parametrize(("rulebook", "wanted"), [("efhl", [CallKind.TACKLE]), ("hefl", [])])
def test_a_touch_while_bases_roll_out_counts_where_the_rulebook_says_so(rulebook, wanted):
    moves, play = met(nose_to_nose())
    boards = film(moves, 1.4, power=((0.0, True), (0.72, False)))
    assert kinds(judged(rulebook, boards, play)) == wanted


def test_a_touch_made_by_hand_while_the_power_is_off_is_none():
    moves, play = met(nose_to_nose())
    boards = film(moves, 1.4, power=((0.0, False),))
    assert judged("simplified", boards, play) == []
