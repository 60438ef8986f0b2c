"""A whole game with substitutes: hands carry them on and off, and nothing waits for whoever is off.

The eyes are made-up ones, which know everybody whom they see and are told of no substitution.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import pytest

from referee.game.events import PlayEnded
from referee.game.fold import Fold
from referee.game.sheet_line import sheet_lines
from referee.game.state import GamePhase
from referee.game.statistics import statistics_of
from referee.night.commands import Declare, NamePlayers, ReportReady
from referee.sim.coach.table.lockstep_night import LockstepNight, NightSetup
from referee.sim.physics import HandActed


@dataclass(frozen=True)
class Snap:
    """Whose figures truly stand there as the power comes on, and whom the eyes name."""

    figures: frozenset[str]
    named: frozenset[str]


class WatchedGame:
    def __init__(self, substitutes: int) -> None:
        setup = NightSetup("simplified", seed=29, plays_a_quarter=4, substitutes=substitutes)
        self.night = LockstepNight(setup)
        self.snaps: list[Snap] = []
        self.hands: list[HandActed] = []
        read, powered = 0, False
        while not self.night.over:
            self.night.step()
            closed = self.night.power.state().closed
            if closed and not powered:
                seen = self.night.snapshot.board.seen
                figures = frozenset(self.night.board.places)
                self.snaps.append(Snap(figures, frozenset(each.player for each in seen)))
            powered = closed
            fresh = self.night.board.facts_after(read)
            read += len(fresh)
            self.hands += [fact for _, fact in fresh if isinstance(fact, HandActed)]

    @property
    def changed(self) -> list[tuple[frozenset[str], frozenset[str]]]:
        """Who came in and who went off, from snap to snap."""
        both = pairwise(self.snaps)
        moves = [(b.figures - a.figures, a.figures - b.figures) for a, b in both]
        return [each for each in moves if any(each)]


@pytest.fixture(scope="module")
def game():
    return WatchedGame(2)


def test_the_game_goes_to_the_final_whistle(game):
    assert game.night.snapshot.state.phase is GamePhase.OVER


def test_eleven_a_side_stand_there_at_every_snap(game):
    for snap in game.snaps:
        assert sum(name.startswith("H") for name in snap.figures) == 11
        assert sum(name.startswith("A") for name in snap.figures) == 11


def test_as_many_come_in_as_go_off_and_a_hand_carries_each(game):
    assert game.changed
    for came, went in game.changed:
        assert len(came) == len(went) in (1, 2)
    off = [fact.player for fact in game.hands if fact.what == "take off"]
    assert sorted(off) == sorted(name for _, went in game.changed for name in went)
    put = {fact.player for fact in game.hands if fact.what == "put down"}
    assert {name for came, _ in game.changed for name in came} <= put


def test_nobody_beside_the_board_is_seen(game):
    for snap in game.snaps:
        assert snap.named <= snap.figures


def test_the_coach_says_nothing_about_a_substitution(game):
    """It declares what it declares before every play, and names nobody."""
    diary = game.night.driver.commands.diary
    assert not any(isinstance(sent.command, NamePlayers) for sent in diary)
    between = {type(sent.command).__name__ for sent in diary if not sent.live}
    assert between <= {Declare.__name__, ReportReady.__name__, "EnterEvent", "SayWhoPlayed"}


def test_what_a_substitute_does_is_counted_for_it(game):
    """A44 begins beside the board, comes in, and ends plays with the ball."""
    night = game.night
    journal, about = night.night.ledger.journal, night.about
    ended = [entry.what for entry in journal.entries if isinstance(entry.what, PlayEnded)]
    carried = sum(what.told.carrier == "A44" for what in ended)
    assert carried
    lines = sheet_lines(Fold(about.rulebook.game, about.field), journal)
    own = statistics_of(lines, about.roster).players["A44"]
    assert own.runs + own.catches == carried
