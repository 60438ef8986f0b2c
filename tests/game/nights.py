"""A short game written by hand, on the field with easy numbers: a yard is 8 mm."""

from __future__ import annotations

from referee.core.field.direction import Direction
from referee.core.roster import Player, Roster, Team
from referee.game.events import (
    Noted,
    PlayAccount,
    PlayEnded,
    QuarterEnded,
    Score,
    Scored,
    SeriesBegan,
    Started,
)
from referee.game.journal import Journal, OverturnEntry
from tests.calls.plays import BASE

HOME, AWAY = Team.HOME, Team.AWAY
S = 1_000_000_000
ROSTER = Roster(
    tuple(
        Player(f"{team.name[0]}{number}", team, number, BASE)
        for team, numbers in ((HOME, (12, 22, 88)), (AWAY, (7, 21, 54)))
        for number in numbers
    )
)
NAMES = {HOME: "Bears", AWAY: "Wolves"}


def x(own_yd: float) -> float:
    """Where home's own yard line is while home plays to the right."""
    return 8.0 * own_yd


def run(to_yd: float, by: str = "A54") -> PlayEnded:
    return PlayEnded("tackle", HOME, x(to_yd), 160.0, "R", told=PlayAccount("run", "H22", by=(by,)))


# Home: kickoff returned to the 30, run for 6, pass for 14, incomplete, sack for -5, and a touchdown
# from the opponent's 45 over two plays; the try is kicked. Away: intercepted at once. Home: fumble.
EVENTS = [
    Started("hefl", AWAY, Direction.RIGHT),
    SeriesBegan(
        HOME,
        x(30),
        160.0,
        PlayAccount("kickoff", "H22", by=("A21",), kicked_x_mm=x(65), gained_x_mm=x(8)),
    ),
    run(36),
    PlayEnded("tackle", HOME, x(50), 160.0, told=PlayAccount("pass", "H88", "H12", by=("A21",))),
    PlayEnded("incomplete", HOME, told=PlayAccount("pass", passer="H12", target="H88")),
    PlayEnded("sack", HOME, x(45), 160.0, told=PlayAccount(carrier="H12", by=("A54",))),
    PlayEnded("out of bounds", HOME, x(60.4), 0.0, told=PlayAccount("sweep", "H22")),
    Scored(Score.TOUCHDOWN, HOME, told=PlayAccount("pass", "H88", "H12", gained_x_mm=x(90))),
    Scored(Score.KICKED_TRY, HOME, told=PlayAccount("kick")),
    SeriesBegan(AWAY, x(80), 160.0, PlayAccount("kickoff")),
    PlayEnded(
        "tackle",
        HOME,
        x(70),
        160.0,
        changed_hands=True,
        told=PlayAccount("pass", "H88", "A7", by=("A54",), gained_x_mm=x(65)),
    ),
    PlayEnded(
        "tackle",
        AWAY,
        x(74),
        160.0,
        changed_hands=True,
        told=PlayAccount("run", "A54", gained_x_mm=x(75)),
    ),
    Noted("fumble A21 A54 H22", "R-FUM"),
    QuarterEnded(),
]


def journal(events=tuple(EVENTS)) -> Journal:
    """An entry every ten seconds; what is noted stands with the play before it."""
    written, t_ns = Journal(), 0
    for event in events:
        t_ns += 0 if isinstance(event, Noted) else 10 * S
        written = written.append(t_ns, "referee", event)
    return written


def overturned(*verdicts) -> Journal:
    """The game after verdicts: (entry, what stands instead)."""
    written = journal()
    for entry, instead in verdicts:
        last_ns = written.entries[-1].t_ns
        written = written.append(last_ns, "coach", OverturnEntry(entry, "seen otherwise", instead))
    return written
