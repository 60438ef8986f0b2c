"""Players who are not seen: for whom a play waits, and what pointing at them does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.core.roster import Roster, Team
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


def substituted(*unseen):
    """H12 was seen, and is beside the board; H99 has come in; these are not seen either."""
    roster = Roster((*ROSTER, replace(ROSTER.player("H12"), id="H99", number=99)))
    missing = MissingPlayers(roster)
    missing.see(line_up(0))
    after = line_up(LATER_NS, without=("H12", *unseen))
    came = replace(after.seen[0], player="H99")
    after = replace(after, seen=(*after.seen, *(() if "H99" in unseen else (came,))))
    missing.see(after)
    missing.count(after, line_up_awaited=False)
    return missing


def test_nobody_waits_for_a_figure_that_was_substituted():
    missing = substituted()
    assert missing.names == ()
    assert waited(missing) == ()


def test_the_other_team_has_eleven_of_its_own():
    """All of away are seen, and that says nothing about one of home who is not."""
    assert waited(without("H12")) == ("H12",)


def test_with_ten_of_a_team_nobody_knows_who_of_the_others_is_on_the_board():
    assert waited(substituted("H22")) == ("H12", "H22")


def test_pointing_at_the_one_who_is_there_settles_it_for_the_one_who_is_not():
    missing = substituted("H22")
    missing.accept(["H22"])
    later = line_up(2 * LATER_NS, without=("H12", "H22"))
    later = replace(later, seen=(*later.seen, replace(later.seen[0], player="H99")))
    missing.see(later)
    missing.count(later, line_up_awaited=False)
    assert waited(missing) == ()


def test_a_substitute_whom_the_eyes_miss_counts_once_pointed_at():
    """A card names whoever stands there: then eleven are, and nothing waits."""
    missing = substituted("H99")
    assert waited(missing) == ("H12",)
    missing.accept(["H99"])
    later = line_up(2 * LATER_NS, without=("H12",))
    missing.see(later)
    missing.count(later, line_up_awaited=False)
    assert waited(missing) == ()


@pytest.mark.parametrize("step", [PlayStep.SET, PlayStep.DEAD])
def test_with_nearly_nobody_seen_between_plays_a_word_is_not_enough(step):
    gone = tuple(sorted(player.id for player in ROSTER))[:20]
    missing = without(*gone)
    missing.accept(gone)
    assert waited(missing, step) == ()
    assert waited(missing, step, too_few=True) == gone
