"""Games for review, with easy numbers: a yard is 8 mm along the field, home plays to the right."""

from __future__ import annotations

from dataclasses import replace

from referee.calls.call import BallSpot, Call, CallAction, CallKind
from referee.calls.episode import Episode
from referee.core.field.direction import Direction
from referee.core.roster import Team
from referee.game.events import (
    Event,
    Noted,
    PlayEnded,
    Score,
    Scored,
    SeriesBegan,
    Started,
)
from referee.game.fold import Fold
from referee.game.journal import Journal, OverturnEntry
from referee.loaders.rulebooks import load_rulebook
from tests.core.fields import EASY

RULEBOOK = load_rulebook("efhl")
KEEPER = Fold(RULEBOOK.game, EASY)
S = 1_000_000_000
BEGUN = (Started("efhl", Team.AWAY, Direction.RIGHT), SeriesBegan(Team.HOME, 304.0, 160.0))
TACKLED = PlayEnded("tackle", Team.HOME, 328.0, 160.0, "EFHL-TKL-01")
# Five plays from the own 38: 3, 4, 2 yards, then 9 on fourth down, then 3 of the next series.
GAINS = (24.0, 32.0, 16.0, 72.0, 24.0)


def call(
    kind: CallKind,
    t_s: float,
    players: tuple[str, ...] = ("A50", "H22"),
    flag: tuple[str, ...] = ("too close to be sure",),
    spot: tuple[float, float] | None = (328.0, 160.0),
    episode: str = "",
) -> Call:
    return Call(
        round(t_s * S),
        2_000_000,
        kind,
        "EFHL-TKL-01",
        0.8,
        CallAction.CUT,
        players,
        0.1,
        0.15,
        None if spot is None else BallSpot(*spot, 0.4),
        flag,
        (round(t_s * S),),
        Episode.read(episode or f"hit:{t_s}:{':'.join(players)}:{kind.value}"),
    )


def noted(call: Call) -> Noted:
    return Noted(" ".join((call.kind.value, *call.players)), call.rule, call.flagged)


def journal_of(*plays: tuple[Event, ...] | Event, begun=BEGUN) -> Journal:
    """Play n ends at 10 n seconds; a tuple is what one play wrote."""
    journal = Journal()
    for event in begun:
        journal = journal.append(0, "coach", event)
    for number, play in enumerate(plays, 1):
        for event in play if isinstance(play, tuple) else (play,):
            journal = journal.append(number * 10 * S, "referee", event)
    return journal


def drive(flagged: int = 1) -> Journal:
    """The five plays of `GAINS`, one of them flagged."""
    x_mm, plays = 304.0, []
    for number, gain in enumerate(GAINS, 1):
        x_mm += gain
        plays.append(replace(TACKLED, x_mm=x_mm, flagged=number == flagged))
    return journal_of(*plays)


def scored() -> Journal:
    """A flagged touchdown, its try, and the other team's series after the kickoff."""
    journal = journal_of(TACKLED, Scored(Score.TOUCHDOWN, Team.HOME, "EFHL-SCO-01", flagged=True))
    for event in (Scored(Score.KICKED_TRY, Team.HOME), SeriesBegan(Team.AWAY, 640.0, 160.0)):
        journal = journal.append(30 * S, "coach", event)
    return journal.append(40 * S, "referee", PlayEnded("tackle", Team.AWAY, 600.0, 160.0))


def judged(journal: Journal, *entries: OverturnEntry) -> Journal:
    for verdict in entries:
        journal = journal.append(journal.entries[-1].t_ns, "coach", verdict)
    return journal
