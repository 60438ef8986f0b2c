"""Who a figure is by its looks: likelier whoever it looks like, and nothing where nobody knows."""

from __future__ import annotations

import math

import numpy as np
import pytest

from referee.vision.appearance.figure_gallery import (
    MISTAKEN,
    UNLIKE,
    FigureGallery,
    facing_view,
)

SCALE = 20.0
LENGTH = 6
ROWS = [2, 3, 5]


def view(*weights):
    """A view as long as one, mostly along the first axes."""
    out = np.zeros(LENGTH, np.float32)
    out[: len(weights)] = weights
    return out / np.linalg.norm(out)


@pytest.fixture
def gallery():
    made = FigureGallery(8, SCALE)
    for k, row in enumerate(ROWS):
        made.learn(row, view(*(1.0 if j == k else 0.1 for j in range(3))))
    return made


def test_whoever_it_looks_like_is_likeliest(gallery):
    says = gallery.log_likelihoods(ROWS, np.stack([view(0.0, 1.0), view(1.0), view(0.0, 0.0, 1.0)]))
    assert says.argmax(axis=0).tolist() == [1, 0, 2]


def test_the_odds_between_two_are_those_of_the_network(gallery):
    """The scale times the difference of the cosines, but for the share that looks like nobody."""
    means = [view(1.0, 0.1, 0.1), view(0.1, 1.0, 0.1), view(0.1, 0.1, 1.0)]
    seen = view(0.8, 0.7, 0.2)
    cosines = np.array([float(mean @ seen) for mean in means])
    shares = np.exp(SCALE * cosines)
    shares /= shares.sum()
    wanted = np.log((1.0 - UNLIKE) * 3 * shares + UNLIKE)
    says = gallery.log_likelihoods(ROWS, seen[None])[:, 0]
    assert says == pytest.approx(wanted, abs=1e-4)


def test_looks_alone_never_rule_anybody_out(gallery):
    says = gallery.log_likelihoods(ROWS, view(1.0)[None])
    assert says.min() >= math.log(UNLIKE)


def test_nothing_is_said_of_whom_nobody_has_looked_at(gallery):
    unseen = np.full((1, LENGTH), np.nan, np.float32)
    assert not gallery.log_likelihoods(ROWS, unseen).any()


def test_nothing_is_said_of_a_player_who_was_never_shown(gallery):
    says = gallery.log_likelihoods([2, 7, 3], view(1.0)[None])[:, 0]
    assert says[1] == 0.0
    assert says[0] > 0.0 > says[2]


def test_one_who_is_alone_is_not_told_from_anybody():
    alone = FigureGallery(3, SCALE)
    alone.learn(1, view(1.0))
    assert not alone.log_likelihoods([0, 1, 2], view(1.0)[None]).any()


def test_a_view_of_no_length_teaches_nothing(gallery):
    before = gallery.known.copy()
    gallery.learn(0, np.zeros(LENGTH, np.float32))
    assert (gallery.known == before).all()


def test_what_is_learned_later_counts_beside_what_was_learned_first(gallery):
    """A figure that was seen from one side only is known from another one too."""
    other = view(0.0, 0.0, 0.0, 1.0)
    before = gallery.log_likelihoods(ROWS, other[None])[0, 0]
    gallery.learn(ROWS[0], other)
    assert gallery.log_likelihoods(ROWS, other[None])[0, 0] > before


@pytest.mark.parametrize(
    ("heading_deg", "front", "faces", "way"),
    [
        (0.0, 0.0, 1.0, 0),  # it looks where its team looks
        (180.0, 0.0, 1.0, 1),
        (180.0, 0.0, -1.0, 0),
        (90.0, 1.0, 1.0, 0),  # the line-up says nothing: the picture decides
        (90.0, -1.0, 1.0, 1),
        (0.0, -1.0, 0.0, 1),  # nobody knows where the team looks
        (0.0, -2.0, 1.0, 0),  # a picture that is not sure is overruled
    ],
)
def test_the_front_is_read_from_picture_and_line_up(heading_deg, front, faces, way):
    both = np.stack([view(1.0), view(0.0, 1.0)])
    seen = facing_view(both, math.radians(heading_deg), front, faces)
    assert (seen == both[way]).all()


def both_ways(ahead, turned):
    return np.stack([ahead, turned])[None]


@pytest.mark.parametrize("way", [1.0, -1.0])
def test_a_figure_seen_back_to_front_looks_like_no_mate(gallery, way):
    seen = both_ways(view(0.0, 1.0), view(0.0, 0.0, 0.0, 1.0))
    odds = gallery.front_log_odds(ROWS, seen if way > 0 else seen[:, ::-1])
    assert way * float(odds[0]) > 2.0


def test_a_figure_alike_both_ways_says_nothing_of_its_front(gallery):
    alike = view(0.4, 0.4, 0.4, 1.0)
    assert gallery.front_log_odds(ROWS, both_ways(alike, alike)).tolist() == [0.0]


def test_what_misleads_now_and_then_is_never_surer_than_that(gallery):
    odds = gallery.front_log_odds(ROWS, both_ways(view(1.0), view(0.0, 0.0, 0.0, 0.0, 1.0)))
    assert float(odds[0]) <= math.log((1.0 - MISTAKEN) / MISTAKEN) + 1e-9


def test_fronts_are_told_by_mates_that_were_seen_only(gallery):
    seen = both_ways(view(1.0), view(0.0, 1.0))
    assert not gallery.front_log_odds([0, 1, 4], seen).any()
    unseen = np.full((1, 2, LENGTH), np.nan, np.float32)
    assert not gallery.front_log_odds(ROWS, unseen).any()
