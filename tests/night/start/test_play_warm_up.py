"""The play that nobody sees before the first frame: every rulebook has one."""

from __future__ import annotations

import pytest

from referee.loaders.fields import load_field
from referee.loaders.rulebooks import LEAGUES, load_rulebook
from referee.night.start.play_warm_up import warm_up
from tests.night.gears import ROSTER


@pytest.mark.parametrize("league", LEAGUES)
def test_every_shipped_rulebook_starts(league):
    warm_up(load_rulebook(league), load_field("620"), ROSTER)
