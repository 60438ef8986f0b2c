"""Commands about names, roles, fouls and magnets."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from referee.core.errors import BadValue
from referee.core.roster import Team
from referee.game.events import Noted
from referee.night import commands
from referee.night.commands import Command
from referee.night.screen.questions import OfferKind
from referee.night.screen.snapshot import Snapshot
from referee.official.line_up.line_up import Role
from referee.web.night.forms.night_names import NightNames, PlaceForm, PlayerIdText, ShortText
from referee.web.server.page_app import StrictForm

EntryNumber = Annotated[int, Field(ge=1, le=1_000_000)]


class NamesRightForm(StrictForm):
    """The names on the screen are right."""

    do: Literal["names are right"]

    def command(self, _names: NightNames) -> Command:
        """The command."""
        return commands.NamePlayers()


class PlayerSwapForm(StrictForm):
    """Two players are the other way round."""

    do: Literal["swap"]
    first: PlayerIdText
    second: PlayerIdText

    def command(self, names: NightNames) -> Command:
        """The command."""
        first, second = names.player(self.first), names.player(self.second)
        if first == second:
            raise BadValue("second", second, f"another player than {first}")
        return commands.SwapPlayers(first, second)


class DoubtAnswerForm(StrictForm):
    """Who stands at the places of a doubt, in their order."""

    do: Literal["answer"]
    doubt: EntryNumber
    standing: Annotated[tuple[PlayerIdText, ...], Field(min_length=1, max_length=22)]

    def command(self, names: NightNames) -> Command:
        """The command."""
        return commands.AnswerNameDoubt(
            self.doubt, tuple(names.player(each) for each in self.standing)
        )


class WhoPlayedForm(StrictForm):
    """Who it was in the play that was counted; None: nobody can say."""

    do: Literal["who played"]
    number: EntryNumber
    shown: PlayerIdText
    player: PlayerIdText | None

    def command(self, names: NightNames) -> Command:
        """The command."""
        player = None if self.player is None else names.player(self.player)
        return commands.SayWhoPlayed(self.number, names.player(self.shown), player)


class StandsForm(StrictForm):
    """Where somebody stands whom the eyes do not see."""

    do: Literal["stands"]
    player: PlayerIdText
    at: PlaceForm

    def command(self, names: NightNames) -> Command:
        """The command."""
        return commands.NamePlayers({names.player(self.player): names.place(self.at)})


class RoleForm(StrictForm):
    """A player has another role than the program read."""

    do: Literal["correct"]
    role: Role
    player: PlayerIdText

    def command(self, names: NightNames) -> Command:
        """The command."""
        return commands.CorrectRole(self.role, names.player(self.player))


class PenaltyForm(StrictForm):
    """Yards against a team; the down is played again.

    ``in_play``: the foul belongs to the play that is just over, else it came before the snap.
    """

    do: Literal["penalty"]
    team: Team
    yards: Annotated[float, Field(gt=0.0, le=100.0)]
    in_play: bool = False

    def command(self, _names: NightNames) -> Command:
        """The command."""
        return commands.EnforcePenalty(self.team, self.yards, in_play=self.in_play)


class PlayNoteForm(StrictForm):
    """A note; the play stays where it is."""

    do: Literal["note"]
    words: ShortText

    def command(self, _names: NightNames) -> Command:
        """The command."""
        return commands.AddNote(Noted(self.words))


class MagnetCancelForm(StrictForm):
    """A magnet on the board was not meant as it was read."""

    do: Literal["not meant"]
    number: EntryNumber

    def command(self, _names: NightNames) -> Command:
        """The command."""
        return commands.RejectMagnet(self.number)


class OfferForm(StrictForm):
    """One of the offers that the page shows."""

    do: Literal["take"]
    kind: OfferKind
    since: EntryNumber
    team: Team | None = None
    choice: int = Field(0, ge=0, le=20)


def command_of_offer(form: OfferForm, now: Snapshot) -> Command:
    """The command of an offer that still stands."""
    for offer in now.offers:
        if (offer.kind, offer.since, offer.team) != (form.kind, form.since, form.team):
            continue
        if offer.choice == form.choice:
            return offer.command
    raise BadValue("offer", form.kind.value, "one that still stands")


def check_who_played(form: WhoPlayedForm, now: Snapshot) -> None:
    """Refuse an answer to a question that is not asked any more, or with somebody else."""
    asked = now.who_played
    if asked is None or (asked.number, asked.shown) != (form.number, form.shown):
        raise BadValue("question", form.number, "one that is still open")
    if form.player not in (None, asked.shown, asked.other):
        raise BadValue("player", form.player, f"{asked.shown} or {asked.other}")


def check_doubt(form: DoubtAnswerForm, now: Snapshot) -> None:
    """Refuse an answer to a doubt that is closed, or with players that it does not name."""
    doubt = next((each for each in now.doubts if each.number == form.doubt), None)
    if doubt is None:
        raise BadValue("doubt", form.doubt, "a question that is still open")
    several = len(doubt.places_mm)
    if len(set(form.standing) & set(doubt.players)) != several or len(form.standing) != several:
        allowed = f"{several} of {', '.join(doubt.players)}, each once"
        raise BadValue("standing", ", ".join(form.standing), allowed)
