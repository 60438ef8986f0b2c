"""Wishes about who is who, who plays what, fouls and magnets."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from referee.core.errors import BadValue
from referee.core.roster import Team
from referee.game.events import Noted
from referee.official.line_up import Role
from referee.play import commands
from referee.play.commands import Command
from referee.play.snapshot import Snapshot
from referee.web.play_scene import PlayerId, Scene, Strict, Words

Number = Annotated[int, Field(ge=1, le=1_000_000)]


class NamesRight(Strict):
    """The names on the screen are right."""

    do: Literal["names are right"]

    def command(self, _scene: Scene) -> Command:
        """The command."""
        return commands.Standing()


class Swapping(Strict):
    """Two players are the other way round."""

    do: Literal["swap"]
    first: PlayerId
    second: PlayerId

    def command(self, scene: Scene) -> Command:
        """The command."""
        first, second = scene.player(self.first), scene.player(self.second)
        if first == second:
            raise BadValue("second", second, f"another player than {first}")
        return commands.Swap(first, second)


class Answering(Strict):
    """Who stands at the places of a doubt, in their order."""

    do: Literal["answer"]
    doubt: Number
    standing: Annotated[tuple[PlayerId, ...], Field(min_length=1, max_length=22)]

    def command(self, scene: Scene) -> Command:
        """The command."""
        return commands.Answer(self.doubt, tuple(scene.player(name) for name in self.standing))


class Correcting(Strict):
    """A player plays something else than it seems."""

    do: Literal["correct"]
    role: Role
    player: PlayerId

    def command(self, scene: Scene) -> Command:
        """The command."""
        return commands.Correct(self.role, scene.player(self.player))


class Penalizing(Strict):
    """Yards against a team, and the down again."""

    do: Literal["penalty"]
    team: Team
    yards: Annotated[float, Field(gt=0.0, le=100.0)]

    def command(self, _scene: Scene) -> Command:
        """The command."""
        return commands.Penalty(self.team, self.yards)


class Noting(Strict):
    """A word to remember; the play goes on where it is."""

    do: Literal["note"]
    words: Words

    def command(self, _scene: Scene) -> Command:
        """The command."""
        return commands.Note(Noted(self.words))


class NotMeaning(Strict):
    """A magnet was not meant so."""

    do: Literal["not meant"]
    number: Number

    def command(self, _scene: Scene) -> Command:
        """The command."""
        return commands.NotMeant(self.number)


class Taking(Strict):
    """One of the offers that the page shows, by its sentence."""

    do: Literal["take"]
    sentence: Words


def offered(wish: Taking, now: Snapshot) -> Command:
    """The command of an offer that still stands."""
    for offer in now.offers:
        if offer.sentence == wish.sentence:
            return offer.command
    raise BadValue("offer", wish.sentence, "one that still stands")


def check_doubt(wish: Answering, now: Snapshot) -> None:
    """A doubt that is answered has to be open, and its players are the ones who stand there."""
    doubt = next((each for each in now.doubts if each.number == wish.doubt), None)
    if doubt is None:
        raise BadValue("doubt", wish.doubt, "a question that is still open")
    several = len(doubt.places_mm)
    if len(set(wish.standing) & set(doubt.players)) != several or len(wish.standing) != several:
        allowed = f"{several} of {', '.join(doubt.players)}, each once"
        raise BadValue("standing", ", ".join(wish.standing), allowed)
