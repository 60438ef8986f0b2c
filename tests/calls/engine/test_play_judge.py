"""The crew as a whole: what may not change a call, what must be flagged, what is refused."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from referee.calls.call import CallAction, CallKind
from referee.calls.context import JudgingContext
from referee.calls.engine.play_end import PlayEnd
from referee.calls.engine.play_judge import PlayJudge
from referee.calls.frame import BoardFrame, PairGap, SeenBase
from referee.calls.phase_state import PlayPhase
from referee.core.errors import BadValue
from referee.core.field.direction import Direction
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.loaders.rulebooks import load_rulebook
from tests.calls.plays import EASY, MS, ROSTER, film, judged, mirrored, situation


def crowd(seed):
    """A run through three defenders who come at the carrier from all sides, and a blocker."""
    rng = np.random.default_rng(seed)
    moves = {"H1": [(0.0, 300.0, 150.0, 0.0), (1.5, 375.0, 150.0 + rng.uniform(-15, 15), 8.0)]}
    for name in ("A1", "A2", "A3"):
        start = rng.uniform([340, 95], [450, 205])
        goal = rng.uniform([330, 125], [400, 175])
        heading = np.degrees(np.arctan2(*(goal - start)[::-1])) + rng.normal(0, 25)
        moves[name] = [(0.0, *start, heading), (1.5, *goal, heading)]
    moves["H2"] = [(0.0, 350.0, 250.0, 180.0)]
    return moves


PLAYS = [(book, seed) for book in ("efhl", "hefl", "vsefl", "simplified") for seed in range(6)]
PHASES = (PlayPhase.RUN, PlayPhase.READ, PlayPhase.AFTER_CATCH, PlayPhase.RETURN)


def gist(calls):
    """What of a call no mirror may change."""
    return sorted((c.kind, c.players, c.rule, c.flag, c.action) for c in calls)


def told(moves, seed, **changes):
    """What is said of a crowd's play: each seed is about another phase."""
    phase = PHASES[seed % len(PHASES)]
    begun = {"scrimmage_x_mm": None} if phase is PlayPhase.RETURN else {}
    return situation(moves, phase=phase, to_gain_x_mm=None, **begun | changes)


@pytest.mark.parametrize(("rulebook", "seed"), PLAYS)
def test_a_mirrored_field_mirrors_the_calls(rulebook, seed):
    moves = crowd(seed)
    play, boards = told(moves, seed), film(moves, 1.5, seed=seed)
    plain = judged(rulebook, boards, play)
    across = judged(rulebook, mirrored(boards, along=False), play)
    line = None if play.scrimmage_x_mm is None else 500.0
    turned = replace(play, plays=Direction.LEFT, scrimmage_x_mm=line)
    along = judged(rulebook, mirrored(boards, along=True), turned)
    assert gist(across) == gist(along) == gist(plain)
    for here, there, away in zip(plain, across, along, strict=True):
        assert there.t_ns == pytest.approx(here.t_ns, abs=1000)
        assert away.t_ns == pytest.approx(here.t_ns, abs=1000)
        if here.spot is not None:
            assert there.spot.x_mm == pytest.approx(here.spot.x_mm, abs=1e-3)
            assert 800.0 - away.spot.x_mm == pytest.approx(here.spot.x_mm, abs=1e-3)


@pytest.mark.parametrize(("rulebook", "seed"), PLAYS[::2])
def test_the_order_of_players_changes_nothing(rulebook, seed):
    moves = crowd(seed)
    play, boards = told(moves, seed), film(moves, 1.5, seed=seed)
    rng = np.random.default_rng(seed)
    mixed = [
        replace(b, seen=tuple(b.seen[i] for i in rng.permutation(len(b.seen)))) for b in boards
    ]
    shuffled = replace(play, on_field=play.on_field[::-1])
    assert judged(rulebook, mixed, shuffled) == judged(rulebook, boards, play)


@pytest.mark.parametrize(("rulebook", "seed"), PLAYS[::2])
def test_a_frame_that_repeats_the_last_changes_nothing(rulebook, seed):
    moves = crowd(seed)
    play, boards = told(moves, seed), film(moves, 1.5, seed=seed)
    twice = [board for board in boards for _ in range(2)]
    assert judged(rulebook, twice, play) == judged(rulebook, boards, play)


@pytest.mark.parametrize(("rulebook", "seed"), PLAYS)
def test_missing_data_never_turns_a_flag_into_a_confident_call(rulebook, seed):
    moves = crowd(seed)
    play, boards = told(moves, seed), film(moves, 1.5, seed=seed, sigma_mm=0.3)
    whole = judged(rulebook, boards, play)
    confident = {(c.kind, c.players) for c in whole if not c.flagged}
    rng = np.random.default_rng(seed)
    for loss in (0.1, 0.4):
        holed = [replace(b, seen=tuple(s for s in b.seen if rng.random() > loss)) for b in boards]
        for call in judged(rulebook, holed, play):
            assert call.flagged or (call.kind, call.players) in confident


@pytest.mark.parametrize(("rulebook", "seed"), PLAYS[::3])
def test_the_same_frames_give_the_same_calls(rulebook, seed):
    moves = crowd(seed)
    play, boards = told(moves, seed), film(moves, 1.5, seed=seed)
    assert repr(judged(rulebook, boards, play)) == repr(judged(rulebook, boards, play))


def meeting():
    moves = {
        "H1": [(0.0, 310.0, 150.0, 0.0)],
        "A1": [(0.0, 377.8, 150.0, 180.0), (0.8, 337.8, 150.0, 180.0)],
        "A2": [(0.0, 310.0, 190.0, 270.0)],
    }
    return moves, situation(moves, to_gain_x_mm=None)


def test_whoever_was_out_of_sight_may_have_been_there_first():
    moves, play = meeting()
    (call,) = judged("hefl", film(moves, 1.3, hidden={"A2": (0.3, 9.0)}), play)
    assert (call.kind, call.flag) == (
        CallKind.TACKLE,
        ("A2 was not seen and may have been there first",),
    )


def test_whoever_is_seen_again_where_it_stood_was_not_there_first():
    """Out of sight from 0.5 s before the touch at 0.8 s until 0.3 s after it, and back in place."""
    moves, play = meeting()
    moves["A2"] = [(0.0, 310.0, 196.0, 270.0)]
    boards = film(moves, 1.6, hidden={"A2": (0.3, 1.1)})
    judge = PlayJudge(load_rulebook("hefl").calls, EASY, ROSTER)
    judge.begin(play)
    ends = [
        (board.t_ns, call.flag)
        for board in boards
        for call in judge.update(board).calls
        if call.kind is CallKind.TACKLE
    ]
    doubt = ("A2 was not seen and may have been there first",)
    assert [flag for _, flag in ends] == [doubt, ()]
    assert ends[1][0] >= 1.1e9


def test_whoever_is_too_far_off_to_have_come_is_no_doubt():
    """60 mm away, standing, and out of sight for 0.4 s: half of what the fastest pairs close in."""
    moves, play = meeting()
    moves["A2"] = [(0.0, 310.0, 234.0, 270.0)]
    (call,) = judged("hefl", film(moves, 1.3, hidden={"A2": (0.4, 9.0)}), play)
    assert (call.kind, call.flag) == (CallKind.TACKLE, ())


def test_whoever_was_never_seen_may_have_been_anywhere():
    moves, play = meeting()
    boards = film({k: v for k, v in moves.items() if k != "A2"}, 1.3)
    (call,) = judged("hefl", boards, play)
    assert call.flagged


@pytest.mark.parametrize(
    ("turns_s", "flags"),
    [
        (0.6, ["A1 was out of sight as they would have met"]),
        (0.35, []),
    ],
)
def test_whoever_vanishes_on_his_way_into_the_carrier_and_is_back_beside_him_is_flagged(
    turns_s, flags
):
    """At 60 mm/s he would be there at 0.6 s; or he is seen to have turned round before."""
    far_mm = 337.8 + 60.0 * 0.6
    there_mm = far_mm - 60.0 * turns_s
    moves = {
        "H1": [(0.0, 310.0, 150.0, 0.0)],
        "A1": [
            (0.0, far_mm, 150.0, 180.0),
            (turns_s, there_mm, 150.0, 180.0),
            (1.2, there_mm + 20.0 * (1.2 - turns_s), 150.0, 180.0),
        ],
    }
    boards = film(moves, 1.2, hidden={"A1": (0.5, 0.68)})
    found = judged("efhl", boards, situation(moves, to_gain_x_mm=None))
    assert [reason for call in found for reason in call.flag] == flags


def test_a_carrier_out_of_sight_puts_the_power_off_and_is_flagged():
    moves, play = meeting()
    calls = judged("hefl", film(moves, 1.3, hidden={"H1": (0.2, 9.0)}), play)
    assert [(c.kind, c.action, c.flagged) for c in calls] == [
        (CallKind.NOT_SEEN, CallAction.CUT, True)
    ]
    assert 360 * MS <= calls[0].t_ns <= 470 * MS


def test_nobody_is_guessed_to_have_the_ball():
    moves, play = meeting()
    calls = judged("hefl", film(moves, 1.3), replace(play, carrier=None))
    assert [(c.kind, c.action) for c in calls] == [(CallKind.CARRIER_UNKNOWN, CallAction.CUT)]


def test_who_may_be_somebody_else_makes_no_confident_call():
    moves, play = meeting()
    boards = [
        replace(b, seen=tuple(replace(s, doubtful=s.player == "A1") for s in b.seen))
        for b in film(moves, 1.3)
    ]
    (call,) = judged("hefl", boards, play)
    assert call.flag == ("A1 may be somebody else",)


def test_a_base_that_may_face_the_other_way_makes_no_confident_front():
    moves, play = meeting()
    boards = [
        replace(b, seen=tuple(replace(s, front=0.5) for s in b.seen)) for b in film(moves, 1.3)
    ]
    assert all(c.flagged for c in judged("efhl", boards, play))


def test_a_gap_measured_for_itself_is_believed_before_the_poses():
    moves, play = meeting()
    boards = [
        replace(b, gaps=(PairGap("A1", "H1", 2.0, 0.05),)) if b.t_ns > 700 * MS else b
        for b in film(moves, 1.3)
    ]
    assert judged("hefl", boards, play) == []


def test_the_power_is_asked_off_no_later_than_the_call_is_made():
    moves, play = meeting()
    crew = PlayJudge(load_rulebook("hefl").calls, EASY, ROSTER)
    crew.begin(play)
    heard = [(board.t_ns, crew.update(board)) for board in film(moves, 1.3)]
    cut = next(t for t, h in heard if h.cut)
    made = next(t for t, h in heard if h.calls)
    assert 800 * MS < cut <= made < 1050 * MS


def test_one_episode_is_one_call():
    moves, play = meeting()
    crew = PlayJudge(load_rulebook("hefl").calls, EASY, ROSTER)
    crew.begin(play)
    calls = [call for board in film(moves, 3.0) for call in crew.update(board).calls]
    assert len(calls) == 1


def frame(t_ns, *players, x=100.0):
    seen = tuple(
        SeenBase(p, MeasuredPose.with_sigmas(Pose(x, 50, 0), 0.1, 0.1, 0.5)) for p in players
    )
    return BoardFrame(t_ns, True, seen)


def crew_at_work():
    crew = PlayJudge(load_rulebook("hefl").calls, EASY, ROSTER)
    _, play = meeting()
    crew.begin(play)
    return crew


def test_what_makes_no_sense_is_named():
    crew = crew_at_work()
    crew.update(frame(100 * MS, "H1"))
    with pytest.raises(BadValue, match="t_ns is 50000000, but should be later than"):
        crew.update(frame(50 * MS, "H1"))
    with pytest.raises(BadValue, match="t_ns"):
        crew.update(frame(100 * MS, "A1"))
    with pytest.raises(BadValue, match="player is 'Z9', but should be one of H1"):
        crew.update(frame(200 * MS, "Z9"))
    with pytest.raises(BadValue, match="x_mm of H1 is 1000000"):
        frame(300 * MS, "H1", x=1e6)
    with pytest.raises(BadValue, match="seen is 'H1', but should be each player once"):
        frame(300 * MS, "H1", "H1")


def test_a_phase_comes_before_the_first_frame():
    crew = PlayJudge(load_rulebook("hefl").calls, EASY, ROSTER)
    with pytest.raises(BadValue, match="phase"):
        crew.update(frame(0))
    _, play = meeting()
    with pytest.raises(BadValue, match="on_field"):
        crew.begin(replace(play, on_field=(*play.on_field, "Z9")))
    with pytest.raises(BadValue, match="carrier is 'A1', but should be a player of the home team"):
        crew.begin(replace(play, carrier="A1"))
    with pytest.raises(BadValue, match="scrimmage_x_mm"):
        replace(play, scrimmage_x_mm=None)
    with pytest.raises(BadValue, match="carrier"):
        replace(play, phase=PlayPhase.RETURN, carrier="Z9")


def stopped(touch_s):
    """Power goes off between the frames at 0.8 and 0.833 s; A1's front arrives at that time."""
    comes = [(0.0, 337.8 + 90.0 * touch_s, 150.0, 180.0), (touch_s, 337.8, 150.0, 180.0)]
    moves = {"H1": [(0.0, 310.0, 150.0, 0.0)], "A1": comes}
    power = ((0.0, True), (0.81, False))
    play = situation(moves, to_gain_x_mm=None)
    return judged("hefl", film(moves, 1.4, sigma_mm=0.05, sigma_deg=0.2, power=power), play)


def test_a_touch_while_the_power_goes_off_is_flagged_where_rolling_out_does_not_count():
    (call,) = stopped(0.815)
    assert (call.kind, call.flagged) == (CallKind.UNCLEAR_TACKLE, True)


def test_a_touch_long_after_the_power_went_off_is_no_doubt_where_it_does_not_count():
    assert stopped(0.95) == []


def test_what_is_open_as_the_board_stops_is_not_replaced_by_a_touch_of_the_next_run():
    stays = [(0.0, 411.15, 150.0, 180.0), (0.815, 337.8, 150.0, 180.0)]
    moves = {"H1": [(0.0, 310.0, 150.0, 0.0)], "A1": stays}
    power = ((0.0, True), (0.81, False), (2.0, True))
    play = situation(moves, to_gain_x_mm=None)
    calls = judged("hefl", film(moves, 2.6, sigma_mm=0.05, sigma_deg=0.2, power=power), play)
    assert [c.kind for c in calls] == [CallKind.UNCLEAR_TACKLE, CallKind.TACKLE]


def test_who_is_out_as_the_power_comes_on_is_flagged():
    moves = {"H1": [(0.0, 310.0, -20.0, 0.0)], "A1": [(0.0, 600.0, 280.0, 180.0)]}
    (call,) = judged("hefl", film(moves, 0.5), situation(moves, to_gain_x_mm=None))
    assert (call.kind, call.flag) == (
        CallKind.OUT_OF_BOUNDS,
        ("the carrier was beyond the near sideline already",),
    )


@pytest.mark.parametrize(("y_mm", "flagged"), [(-20.0, False), (30.0, True)])
def test_who_was_seen_to_rest_out_before_is_out_without_a_doubt(y_mm, flagged):
    """Seen at rest until 0.4 s, then at 0.6 s under power, 20 mm out; from inside it is a doubt."""
    moves = {"H1": [(0.0, 310.0, y_mm, 0.0), (0.4, 310.0, y_mm, 0.0), (0.6, 310.0, -20.0, 0.0)]}
    moves |= {"A1": [(0.0, 600.0, 280.0, 180.0)]}
    power = ((0.0, False), (0.45, True))
    boards = film(moves, 1.0, power=power, hidden={"H1": (0.4, 0.6)})
    (call,) = judged("hefl", boards, situation(moves, to_gain_x_mm=None))
    assert (call.kind, call.flagged) == (CallKind.OUT_OF_BOUNDS, flagged)


@pytest.mark.parametrize(("sigma_mm", "flagged"), [(1.5, False), (1.7, True)])
def test_a_spot_that_is_known_only_roughly_is_flagged(sigma_mm, flagged):
    moves, play = meeting()
    (call,) = judged("hefl", film(moves, 1.3), play)
    rough = replace(call, spot=replace(call.spot, sigma_mm=sigma_mm))
    context = JudgingContext.of(load_rulebook("hefl").calls, EASY, ROSTER)
    (blown,) = PlayEnd(context, play).update(rough.t_ns, [rough], lambda _t_ns: [])
    assert blown.flagged is flagged
