"""Dice that the program throws: fair, decided by a seed, and kept in the journal."""

from __future__ import annotations

from collections import Counter

import pytest

from referee.calls.play_name import RollKind
from referee.game.events import FoulRolled, Noted, Started
from referee.game.frame_events import CoinSide, Tossed
from referee.game.journal import Journal
from referee.loaders.rulebooks import LEAGUES, load_rulebook
from referee.night.command_handlers import handle_command
from referee.night.commands import RollDice, RollForPenalty, TossCoin
from referee.night.dice_roller import DiceRoller
from referee.night.night import Night
from tests.core.fields import EASY
from tests.night.lined import NAMES, night_of
from tests.official.formations import FOUR_THREE, PRO, roster_of

S = 1_000_000_000


@pytest.mark.parametrize("sides", [6, 12, 20])
def test_every_side_of_a_die_comes_as_often_as_the_others(sides):
    roller, each = DiceRoller(816), 2000
    fell = Counter(pips for _ in range(each) for pips in roller.roll(sides, sides))
    assert sorted(fell) == list(range(1, sides + 1))
    # 2000 expected of each: 5 standard deviations, 44.7 each, and no more.
    assert all(abs(count - each) < 225 for count in fell.values())


def test_the_same_seed_throws_the_same_and_another_one_does_not():
    first, again, other = DiceRoller(5), DiceRoller(5), DiceRoller(6)
    throws = [[each.roll(2, 6) for _ in range(20)] for each in (first, again, other)]
    assert throws[0] == throws[1] != throws[2]
    assert first.words == "throw 20 of seed 5"


@pytest.mark.parametrize("league", LEAGUES)
def test_no_roll_of_a_table_has_no_row(league):
    for table in load_rulebook(league).kicks.rolls.values():
        roller = DiceRoller(1)
        for _ in range(200):
            pips = roller.roll(table.dice.count, table.dice.sides)
            assert table.row(table.dice.total(pips)) is not None


def test_a_toss_stands_in_the_journal_with_its_throw_and_its_seed():
    journal = Journal().append(0, "coach", Started("efhl"))
    night = Night(load_rulebook("efhl"), EASY, roster_of(PRO, FOUR_THREE), journal, NAMES)
    night.chance = DiceRoller(7)
    handle_command(night, TossCoin(CoinSide.HEADS), S)
    _, tossed, noted = (entry.what for entry in night.ledger.journal.entries)
    assert isinstance(tossed, Tossed)
    assert noted == Noted(f"{tossed.fell.value}; throw 1 of seed 7")


def test_dice_that_nobody_asks_for_are_not_rolled():
    night = night_of("efhl")
    answer = handle_command(night, RollDice(RollKind.FALL), S)
    assert answer.refused
    assert night.chance.throws == 0


def test_a_book_with_a_chart_of_fouls_rolls_on_it():
    night = night_of("hefl")
    night.chance = DiceRoller(3)
    before = len(night.ledger.journal.entries)
    handle_command(night, RollForPenalty(), S)
    rolled, noted = (entry.what for entry in night.ledger.journal.entries[before:])
    assert isinstance(rolled, FoulRolled)
    assert noted == Noted(f"{rolled.penalty_die} and {rolled.action_die}; throw 2 of seed 3")
    assert handle_command(night_of("efhl"), RollForPenalty(), S).refused
