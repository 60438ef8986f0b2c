"""A name is worth a question only where the play would count for somebody else."""

from __future__ import annotations

import pytest

from referee.game.events import PlayAccount, PlayEnded, noted_call
from referee.game.fold import Fold
from referee.game.journal import Journal
from referee.game.name_at_stake import NameAtStake, PlayPart, name_at_stake
from referee.game.sheet_line import SheetLine, sheet_lines
from referee.loaders.rulebooks import load_rulebook
from tests.core.fields import EASY
from tests.game.nights import EVENTS, HOME, ROSTER, run, x

FOLD = Fold(load_rulebook("hefl").game, EASY)
PASS = PlayAccount("pass", "H88", "H12", by=("A21",))
INCOMPLETE = PlayEnded("incomplete", HOME, told=PlayAccount("pass", passer="H12", target="H88"))


def counted(*events) -> SheetLine:
    """The line of a play that begins at the own 30."""
    written = Journal()
    for k, event in enumerate((*EVENTS[:2], *events)):
        written = written.append(min(k, 2), "referee", event)
    return sheet_lines(FOLD, written)[2]


CAUGHT = counted(PlayEnded("tackle", HOME, x(50), 160.0, told=PASS))
FUMBLED = counted(run(36), noted_call("fumble", ("A54", "H22")))


@pytest.mark.parametrize(
    ("line", "others", "part", "player"),
    [
        (counted(run(36)), {"H22": "H12", "A54": "A7"}, PlayPart.CARRIER, "H22"),
        (counted(run(36)), {"A54": "A7", "H88": "H12"}, PlayPart.TACKLER, "A54"),
        (CAUGHT, {"A21": "A7", "H12": "H22", "H88": "H22"}, PlayPart.RECEIVER, "H88"),
        (CAUGHT, {"A21": "A7", "H12": "H22"}, PlayPart.PASSER, "H12"),
        (counted(INCOMPLETE), {"H12": "H22", "H88": "H22"}, PlayPart.PASSER, "H12"),
    ],
)
def test_the_most_important_uncertain_name_is_asked_about(line, others, part, player):
    asked = name_at_stake(line, others, ROSTER)
    assert asked == NameAtStake(part, player, others[player])


@pytest.mark.parametrize(
    ("line", "others"),
    [
        (counted(run(36)), {}),
        (counted(run(36)), {"H88": "H12"}),  # an end that had nothing to do
        (counted(INCOMPLETE), {"H88": "H22"}),  # nobody counts who was thrown to
        (counted(PlayEnded("tackle", HOME, x(31), 160.0)), {"H22": "H12"}),  # nobody was named
    ],
)
def test_a_name_on_which_nothing_rests_is_not_asked_about(line, others):
    assert name_at_stake(line, others, ROSTER) is None


def test_who_fumbled_counts_where_the_last_carrier_is_not_known():
    line = counted(
        PlayEnded("tackle", HOME, x(36), 160.0, told=PlayAccount("run")),
        noted_call("fumble", ("A54", "H22")),
    )
    assert name_at_stake(line, {"H22": "H12"}, ROSTER) == NameAtStake(
        PlayPart.FUMBLER, "H22", "H12"
    )


def test_a_kick_is_in_no_players_statistics():
    kickoff = sheet_lines(FOLD, Journal().append(0, "c", EVENTS[0]).append(1, "c", EVENTS[1]))[1]
    assert name_at_stake(kickoff, {"H22": "H12", "A21": "A7"}, ROSTER) is None
