"""Players who are not seen: for whom a play waits, and what pointing at them does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.core.roster import Team
from referee.night.safety.missing_players import UNSEEN_NS, MissingPlayers
from referee.rulebooks.play_step import PlayStep
from tests.web.desks import NOTICE, ROSTER, line_up

LATER_NS = UNSEEN_NS + 1


def without(*gone):
    """Everybody was seen, and these have not been for a while."""
    missing = MissingPlayers(ROSTER)
    missing.see(line_up(0))
    later = line_up(LATER_NS, without=gone)
    missing.see(later)
    missing.count(later, line_up_awaited=False)
    return missing


def waited(missing, step=PlayStep.SET, *, too_few=False):
    return missing.waited_for(replace(NOTICE, step=step), Team.HOME, too_few=too_few)


def test_two_who_are_pointed_at_one_after_the_other_are_both_accepted():
    missing = without("H12", "H22")
    missing.accept(["H12"])
    assert waited(missing) == ("H22",)
    missing.accept(["H22"])
    assert waited(missing) == ()


def test_whoever_is_seen_again_has_to_be_pointed_at_anew():
    missing = without("H12")
    missing.accept(["H12"])
    missing.see(line_up(2 * LATER_NS))
    gone = line_up(4 * LATER_NS, without=("H12",))
    missing.see(gone)
    missing.count(gone, line_up_awaited=False)
    assert waited(missing) == ("H12",)


@pytest.mark.parametrize("step", [PlayStep.SET, PlayStep.DEAD])
def test_with_nearly_nobody_seen_between_plays_a_word_is_not_enough(step):
    gone = tuple(sorted(player.id for player in ROSTER))[:20]
    missing = without(*gone)
    missing.accept(gone)
    assert waited(missing, step) == ()
    assert waited(missing, step, too_few=True) == gone
