"""Who may be turned: by the procedure's word, by who holds whom, by whose turn comes first."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.core.roster import Team
from referee.loaders.rulebooks import LEAGUES, load_rulebook
from referee.official.outcome import PlayNotice
from referee.official.pivots.who_may_turn import players_who_may_turn
from referee.rulebooks.play_step import PlayStep
from referee.rulebooks.procedure import TurnablePlayers
from tests.official.formations import FOUR_THREE, PRO, read, roster_of

ROSTER = roster_of(PRO, FOUR_THREE)
OURS = {player.id for player in ROSTER if player.team is Team.HOME}
THEIRS = {player.id for player in ROSTER if player.team is Team.AWAY}
STOP = PlayNotice(
    step=PlayStep.READ,
    phase=None,
    team=Team.HOME,
    carrier="HQB",
    switch=Team.HOME,
    power=False,
    off_ns=None,
    pulse_ns=None,
    turns="",
    asks=(),
    sentences=(),
    offense=Team.HOME,
    who=TurnablePlayers.FREE,
    first=Team.AWAY,
)
HELD = (("HLT", "ADE"), ("HTE", "AWB"))
FREE = (OURS | THEIRS) - {"HLT", "ADE", "HTE", "AWB"}


@pytest.mark.parametrize(
    ("who", "wanted"),
    [
        (TurnablePlayers.NOBODY, set()),
        (TurnablePlayers.ANYBODY, OURS | THEIRS),
        (TurnablePlayers.FREE, FREE),
        (TurnablePlayers.RECEIVERS_TOO, FREE | {"HTE"}),
        (TurnablePlayers.CARRIER, {"HQB"}),
        (TurnablePlayers.NOT_CARRIER, FREE - {"HQB"}),
        (TurnablePlayers.DEFENSE, FREE & THEIRS),
        (TurnablePlayers.CARRIER_AND_DEFENSE, (FREE & THEIRS) | {"HQB"}),
        (TurnablePlayers.OTHER_SIDE, FREE & THEIRS),
    ],
)
def test_the_procedures_word(who, wanted):
    found = players_who_may_turn(replace(STOP, who=who), HELD, read(PRO), ROSTER)
    assert set(found) == wanted


def test_whose_turn_comes_first_stands_first():
    found = players_who_may_turn(STOP, HELD, None, ROSTER)
    teams = [name[0] == "A" for name in found]
    assert teams == sorted(teams, reverse=True)


def test_under_power_and_after_the_end_nobody():
    assert players_who_may_turn(replace(STOP, power=True), (), None, ROSTER) == ()
    assert players_who_may_turn(replace(STOP, step=PlayStep.DEAD), (), None, ROSTER) == ()


def test_before_the_snap_everybody():
    assert (
        set(players_who_may_turn(replace(STOP, step=PlayStep.SET), HELD, None, ROSTER))
        == OURS | THEIRS
    )


@pytest.mark.parametrize("league", LEAGUES)
def test_words_and_table_of_a_procedure_speak_of_the_same_people(league):
    for row in load_rulebook(league).procedure.rows:
        assert (row.turns == "nobody") == (row.who is TurnablePlayers.NOBODY)
        if row.turns.endswith(" alone"):
            assert row.who is TurnablePlayers.CARRIER
        if "offense first" in row.turns:
            assert row.first is not None
