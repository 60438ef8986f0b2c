"""What may not change the call of a pass or of a stop: mirrors, order, repeats, lost data."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from referee.calls.passing.pass_play import PassPlay
from referee.calls.passing.pitch import exchange
from referee.calls.passing.rules.pitch_rules import ExchangeKind
from referee.calls.passing.sticks import marker_refusals
from referee.calls.passing.throw_away import throw_away_calls
from referee.calls.passing.thrown_pass import throw_calls
from referee.calls.phase_state import PassAttempt, PlayPhase
from referee.calls.stops.stopped_board import StoppedBoard
from referee.core.field.direction import Direction
from referee.core.geometry.marker import Marker
from referee.core.roster import Team
from tests.calls.passes import BALL, RADIUS_MM, flown, in_the_air, with_marker
from tests.calls.plays import film, mirrored, situation
from tests.calls.stop_scenes import PLAYERS, book, frames
from tests.core.fields import EASY

BOOKS = ("efhl", "hefl", "vsefl")
LENGTH, WIDTH = EASY.goal_to_goal_mm, EASY.width_mm


def crowd(seed):
    """Two receivers and two defenders who all come about at the ball, from everywhere."""
    rng = np.random.default_rng(seed)
    moves = {}
    for name in ("H1", "H2", "A1", "A2"):
        angle = rng.uniform(-180.0, 180.0)
        away = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
        side = np.array([-away[1], away[0]]) * rng.uniform(-18.0, 18.0)
        start = np.array(BALL) - away * rng.uniform(50.0, 90.0) + side
        goal = start + away * rng.uniform(60.0, 110.0)
        heading = angle + rng.normal(0.0, 12.0)
        moves[name] = [(0.0, *start, heading), (1.5, *goal, heading)]
    moves["H3"] = [(0.0, 290.0, 60.0, 0.0)]
    return moves


def turned_place(place, *, along):
    x, y = place
    return (LENGTH - x, y) if along else (x, WIDTH - y)


def turned(boards, *, along):
    """The boards turned over with their markers."""
    return [
        replace(
            there,
            markers=tuple(
                Marker(*turned_place(m.place_mm, along=along), m.radius_mm, m.sigma_mm)
                for m in here.markers
            ),
        )
        for here, there in zip(boards, mirrored(boards, along=along), strict=True)
    ]


def gist(calls):
    """What of a call no mirror may change."""
    return sorted((c.kind, c.players, c.rule, c.flag, c.action, c.dead) for c in calls)


def flight(seed):
    moves = crowd(seed)
    return moves, with_marker(film(moves, 1.6, seed=seed), seed=seed), in_the_air(moves)


SEEDS = [(name, seed) for name in BOOKS for seed in range(5)]


@pytest.mark.parametrize(("rulebook", "seed"), SEEDS)
def test_a_mirrored_field_mirrors_the_pass(rulebook, seed):
    moves, boards, play = flight(seed)
    plain = flown(rulebook, boards, play)
    low = turned_place(BALL, along=False)
    across = flown(rulebook, turned(boards, along=False), in_the_air(moves, low))
    back = in_the_air(moves, turned_place(BALL, along=True))
    back = replace(
        back,
        plays=Direction.LEFT,
        scrimmage_x_mm=LENGTH - 300.0,
        to_gain_x_mm=LENGTH - 380.0,
    )
    along = flown(rulebook, turned(boards, along=True), back)
    assert gist(across) == gist(along) == gist(plain)
    for here, there, away in zip(plain, across, along, strict=True):
        assert there.t_ns == pytest.approx(here.t_ns, abs=2000)
        assert away.t_ns == pytest.approx(here.t_ns, abs=2000)
        if here.spot is not None:
            assert WIDTH - there.spot.y_mm == pytest.approx(here.spot.y_mm, abs=1e-3)
            assert LENGTH - away.spot.x_mm == pytest.approx(here.spot.x_mm, abs=1e-3)


@pytest.mark.parametrize(("rulebook", "seed"), SEEDS[::2])
def test_the_order_of_players_changes_nothing(rulebook, seed):
    _, boards, play = flight(seed)
    rng = np.random.default_rng(seed)
    mixed = [
        replace(b, seen=tuple(b.seen[i] for i in rng.permutation(len(b.seen)))) for b in boards
    ]
    shuffled = replace(play, on_field=play.on_field[::-1])
    assert flown(rulebook, mixed, shuffled) == flown(rulebook, boards, play)


@pytest.mark.parametrize(("rulebook", "seed"), SEEDS[::2])
def test_another_marker_far_away_changes_nothing(rulebook, seed):
    _, boards, play = flight(seed)
    other = Marker(BALL[0] + 60.0, BALL[1], RADIUS_MM, 0.1)
    more = [replace(b, markers=(other, *b.markers)) for b in boards]
    assert flown(rulebook, more, play) == flown(rulebook, boards, play)


@pytest.mark.parametrize(("rulebook", "seed"), SEEDS[::2])
def test_a_frame_that_repeats_the_last_changes_nothing(rulebook, seed):
    _, boards, play = flight(seed)
    twice = [board for board in boards for _ in range(2)]
    assert flown(rulebook, twice, play) == flown(rulebook, boards, play)


@pytest.mark.parametrize(("rulebook", "seed"), SEEDS)
def test_lost_sightings_never_make_a_confident_call_of_another_kind(rulebook, seed):
    _, boards, play = flight(seed)
    confident = {(c.kind, c.players) for c in flown(rulebook, boards, play) if not c.flagged}
    rng = np.random.default_rng(seed)
    for loss in (0.1, 0.4):
        holed = [
            replace(
                b,
                seen=tuple(s for s in b.seen if rng.random() > loss),
                markers=tuple(m for m in b.markers if rng.random() > loss),
            )
            for b in boards
        ]
        for call in flown(rulebook, holed, play):
            assert call.flagged or (call.kind, call.players) in confident


LEAGUES = ("efhl", "hefl", "vsefl", "simplified")


def places(seed):
    """A backfield with a few men near each other, some of them touching."""
    rng = np.random.default_rng(seed)
    found = {"H1": (240.0, 160.0, 180.0)}
    for name in ("H5", "H22", "H71", "H76", "A1", "A2"):
        x, y = rng.uniform(190.0, 330.0), rng.uniform(60.0, 260.0)
        found[name] = (x, y, rng.uniform(0.0, 360.0))
    return found


def judged(stop: StoppedBoard, place) -> list:
    """Everything that can be asked at a stop."""
    said = PassAttempt("H5", Marker(*place, RADIUS_MM, 0.1), passer="H1", linemen=("H71", "H76"))
    found = [throw_calls(stop, said, name) for name in ("H5", "H22", "H71", "A1", "A2")]
    found += [marker_refusals(stop, said, None), throw_away_calls(stop)]
    exchanges = [exchange(stop, how, name) for how in ExchangeKind for name in ("H22", "H5")]
    found += [each.calls for each in exchanges]
    words = [(each.allowed, each.throw, each.flag) for each in exchanges]
    return [[gist(calls) for calls in found], words]


def asked(league, boards, place, **changes):
    play = PassPlay(book(league), Team.HOME)
    for board in boards:
        play.update(board)
    names = {seen.player: [] for seen in boards[0].seen}
    return judged(play.stop(situation(names, phase=PlayPhase.READ, **changes)), place)


@pytest.mark.parametrize("league", LEAGUES)
@pytest.mark.parametrize("seed", range(4))
def test_at_a_stop_mirrors_and_order_change_nothing(league, seed):
    where, place = places(seed), (262.0, 120.0)
    boards = frames(where, 0.3, seed=seed)
    plain = asked(league, boards, place)
    across = asked(league, turned(boards, along=False), turned_place(place, along=False))
    along = asked(
        league,
        turned(boards, along=True),
        turned_place(place, along=True),
        plays=Direction.LEFT,
        scrimmage_x_mm=LENGTH - 300.0,
        to_gain_x_mm=LENGTH - 380.0,
    )
    backward = [replace(b, seen=b.seen[::-1]) for b in boards]
    assert across == plain
    assert along == plain
    assert asked(league, backward, place) == plain
    assert asked(league, [b for b in boards for _ in range(2)], place) == plain


@pytest.mark.parametrize("league", LEAGUES)
@pytest.mark.parametrize("seed", range(4))
def test_at_a_stop_lost_sightings_make_nothing_confident(league, seed):
    boards = frames(places(seed), 0.3, seed=seed)
    rng = np.random.default_rng(seed)
    names = {seen.player: [] for seen in boards[0].seen}
    now = situation(names, phase=PlayPhase.READ)
    holed = [replace(b, seen=tuple(s for s in b.seen if rng.random() > 0.4)) for b in boards]
    box = PassPlay(book(league), Team.HOME)
    box.update(boards[0])
    whole = StoppedBoard(book(league), now, tuple(boards), box.box)
    less = StoppedBoard(book(league), now, tuple(holed), box.box)
    said = PassAttempt("H5", passer="H1", linemen=("H71", "H76"))
    for name in ("H5", "H22", "A1", "A2"):
        sure = {(c.kind, c.players) for c in throw_calls(whole, said, name) if not c.flagged}
        for call in throw_calls(less, said, name):
            assert call.flagged or (call.kind, call.players) in sure
    for how in ExchangeKind:
        full, part = exchange(whole, how, "H22"), exchange(less, how, "H22")
        assert part.flag or part.allowed == full.allowed
    assert set(names) <= set(PLAYERS)
