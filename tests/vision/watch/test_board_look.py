"""A base of nobody is measured as what it is, though others have its size."""

from __future__ import annotations

import pytest

from referee.core.geometry.base_shape import beveled_front, round_front
from referee.vision.watch.board_look import Looker, LookRequest
from tests.vision.watch import scene
from tests.vision.watch.test_watcher import REFINER

ROUND = round_front("round", 27.8, 20.6, 2.0, 4.0, scene.TOP_MM)
BEVELED = beveled_front("beveled", 27.8, 20.6, 2.0, 5.0, scene.TOP_MM)
SHAPES = (scene.SHAPE, ROUND, BEVELED)


@pytest.mark.parametrize("worn", SHAPES, ids=lambda shape: shape.name)
def test_bases_of_one_size_are_told_apart_by_their_outlines(worn):
    looker = Looker(scene.find, REFINER, SHAPES)
    look = looker.look(LookRequest(scene.frame(0, scene.LINE_UP, shape=worn), ()))
    assert [fresh.shape.name for fresh in look.fresh] == [worn.name] * len(scene.LINE_UP)
