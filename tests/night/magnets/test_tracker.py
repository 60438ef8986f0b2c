"""Which magnet is which, and which one rests: flicker, wrong colours, hands, a shaking board."""

from __future__ import annotations

import numpy as np
import pytest

from referee.night.magnets.tracker import GONE_NS, RESTS_NS, MagnetTracker
from referee.record.observation import ObservedMarker
from referee.vision.sighting import Thing

S = 1_000_000_000
STEP_NS = S // 5
RED, ORANGE, FELT = Thing.RED_MAGNET, Thing.ORANGE_PYLON, Thing.FELT_BALL
USUAL = ObservedMarker(ORANGE.value, 0.0, 0.0, 0.0, 0.9, 0.5)


def seen(kind, x, y, score=0.9):
    return ObservedMarker(kind.value, x, y, 0.0, score, 0.5)


class Looks:
    """Looks at a board, five a second, after a beginning in which only a pylon stands there."""

    def __init__(self):
        self.magnets, self.now_ns = MagnetTracker(), 0
        self.gone = []
        self.look(3.0, lambda _: [])

    def look(self, seconds, markers, *, steady=True, power=False):
        for n in range(round(seconds * S / STEP_NS)):
            self.now_ns += STEP_NS
            found = [USUAL, *markers(n)]
            self.gone += self.magnets.update(self.now_ns, found, steady=steady, power=power)

    def resting(self):
        now_ns = self.now_ns
        return [m for m in self.magnets.lying if m.rests(now_ns) and not m.usual]


def kind_of(magnet, believed=None):
    chances = magnet.chances(believed or {})
    best = max(chances, key=chances.get)
    return best, chances[best]


def test_a_magnet_rests_after_a_while_and_not_before():
    looks = Looks()
    looks.look(RESTS_NS / S - 0.2, lambda _: [seen(RED, 300, 100)])
    assert looks.resting() == []
    looks.look(0.6, lambda _: [seen(RED, 300, 100)])
    (magnet,) = looks.resting()
    assert kind_of(magnet)[0] is RED
    assert (magnet.x_mm, magnet.y_mm) == (pytest.approx(300), pytest.approx(100))


def test_what_lay_there_from_the_beginning_lies_in_its_usual_place():
    looks = Looks()
    looks.look(10.0, lambda _: [])
    (pylon,) = looks.magnets.lying
    assert pylon.usual
    assert looks.resting() == []


def test_one_look_in_three_that_misses_it_changes_nothing():
    looks = Looks()
    looks.look(6.0, lambda n: [] if n % 3 == 1 else [seen(RED, 300, 100)])
    looks.look(0.2, lambda _: [seen(RED, 300, 100)])
    assert len(looks.resting()) == 1
    assert looks.gone == []
    assert looks.resting()[0].number == 2  # the only one besides the pylon


def test_what_shows_up_now_and_then_is_none():
    looks = Looks()
    looks.look(20.0, lambda n: [seen(RED, 300, 100)] if n % 6 == 0 else [])
    looks.look(0.2, lambda _: [seen(RED, 300, 100)])
    assert looks.resting() == []


def test_a_score_that_is_worth_nothing_is_nothing():
    looks = Looks()
    looks.look(5.0, lambda _: [seen(RED, 300, 100, 0.1)])
    assert looks.resting() == []


def test_a_place_that_trembles_is_one_magnet_near_its_middle():
    rng = np.random.default_rng(1)
    looks = Looks()
    looks.look(6.0, lambda _: [seen(RED, *rng.normal((300, 100), 0.8))])
    (magnet,) = looks.resting()
    assert magnet.far_mm(300, 100) < 1.5


def test_two_magnets_side_by_side_stay_two():
    looks = Looks()
    looks.look(4.0, lambda _: [seen(RED, 300, 100), seen(FELT, 314, 100)])
    assert sorted(kind_of(m)[0] for m in looks.resting()) == sorted([RED, FELT])


def test_a_lamp_that_makes_red_orange_half_of_the_time_leaves_a_doubt():
    looks = Looks()
    looks.look(6.0, lambda n: [seen((RED, ORANGE)[n % 2], 300, 100)])
    (magnet,) = looks.resting()
    assert kind_of(magnet)[1] < 0.6
    # In the middle of the field a pylon is hardly ever laid.
    kind, chance = kind_of(magnet, {ORANGE: 0.1})
    assert kind is RED
    assert chance > 0.8


def test_a_hand_above_the_board_stops_all_counting():
    looks = Looks()
    looks.look(10.0, lambda _: [seen(RED, 300, 100)], steady=False)
    assert looks.resting() == []
    looks.look(2.0, lambda _: [seen(RED, 300, 100)])
    looks.look(5.0, lambda _: [], steady=False)  # an arm lies over it
    assert looks.gone == []
    looks.look(0.4, lambda _: [seen(RED, 300, 100)])
    assert [m.number for m in looks.resting()] == [2]


def test_a_magnet_that_was_taken_up_is_gone_once_and_after_a_while():
    looks = Looks()
    looks.look(3.0, lambda _: [seen(RED, 300, 100)])
    looks.look(GONE_NS / S - 0.3, lambda _: [])
    assert looks.gone == []
    looks.look(5.0, lambda _: [])
    assert [m.number for m in looks.gone] == [2]


def test_a_magnet_that_the_board_shakes_along_is_the_same_one():
    looks = Looks()
    looks.look(3.0, lambda _: [seen(RED, 300, 100)])
    looks.resting()[0].told = True
    looks.look(6.0, lambda n: [seen(RED, 300 + 5 * n, 100 + n)], power=True)
    looks.look(3.0, lambda _: [seen(RED, 445, 129)])
    (magnet,) = looks.resting()
    assert magnet.told
    assert magnet.far_mm(445, 129) < 1


def test_under_power_nothing_is_gone_because_a_figure_stands_over_it():
    looks = Looks()
    looks.look(3.0, lambda _: [seen(RED, 300, 100)])
    looks.look(8.0, lambda _: [], power=True)
    looks.look(0.4, lambda _: [seen(RED, 300, 100)])
    assert looks.gone == []
    assert [m.number for m in looks.resting()] == [2]


def test_a_pushed_magnet_rests_anew_and_is_still_the_same():
    looks = Looks()
    looks.look(3.0, lambda _: [seen(RED, 300, 100)])
    looks.resting()[0].told = True
    looks.look(1.0, lambda _: [], steady=False)
    looks.look(0.6, lambda _: [seen(RED, 308, 100)])
    assert looks.resting() == []
    looks.look(2.0, lambda _: [seen(RED, 308, 100)])
    assert [(m.number, m.told) for m in looks.resting()] == [(2, True)]


def test_a_ball_that_a_hand_has_moved_is_laid_anew_but_not_by_a_tremble():
    for by_hand, told in ((True, False), (False, True)):
        looks = Looks()
        looks.look(3.0, lambda _: [seen(FELT, 300, 100)])
        looks.resting()[0].told = True
        looks.look(1.0, lambda _: [seen(FELT, 300, 100)], steady=not by_hand)
        looks.look(3.0, lambda _: [seen(FELT, 306, 100)])
        assert [m.told for m in looks.resting()] == [told]
