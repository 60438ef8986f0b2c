"""What a page may ask of the night: one small form for each command, every field bounded."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from referee.calls.play_name import ActingSide, RollKind
from referee.core.errors import BadValue
from referee.core.roster import Team
from referee.night import commands
from referee.night.commands import Command
from referee.night.screen.snapshot import Snapshot
from referee.web.night.forms.declarations import DeclarationForm
from referee.web.night.forms.events import EventForm
from referee.web.night.forms.line_up import (
    DoubtAnswerForm,
    MagnetCancelForm,
    NamesRightForm,
    OfferForm,
    PenaltyForm,
    PlayerSwapForm,
    PlayNoteForm,
    RoleForm,
    StandsForm,
    WhoPlayedForm,
    check_doubt,
    check_who_played,
    command_of_offer,
)
from referee.web.night.forms.night_names import NightNames, ShortText
from referee.web.server.page_app import StrictForm

# What takes power away is obeyed from every page; whatever may lead to power needs a paired one.
FREE = frozenset({"stop", "off"})
_PLAIN: dict[str, Command] = {
    "ready": commands.ReportReady(),
    "wait": commands.RevokeReady(),
    "side done": commands.SideDone(),
    "roll penalty": commands.RollForPenalty(),
    "undo": commands.UndoLastEntry(),
    "clear": commands.ClearAlarm(),
    "decline": commands.DeclinePenalty(),
    "off": commands.PanicOff(),
}


class PlainCommandForm(StrictForm):
    """A command without further words."""

    do: Literal["ready", "wait", "side done", "roll penalty", "undo", "clear", "decline", "off"]

    def command(self, _names: NightNames) -> Command:
        """The command."""
        return _PLAIN[self.do]


class StopForm(StrictForm):
    """A person wants the board stopped."""

    do: Literal["stop"]
    by: ActingSide | None = None

    def command(self, _names: NightNames) -> Command:
        """The command."""
        return commands.StopBoard(self.by)


class SetByItselfForm(StrictForm):
    """Whether a line-up that rests counts as set."""

    do: Literal["by itself"]
    wanted: bool

    def command(self, _names: NightNames) -> Command:
        """The command."""
        return commands.SetAutoReady(self.wanted)


class RollForm(StrictForm):
    """The program rolls the dice that are asked for."""

    do: Literal["roll"]
    roll: RollKind
    team: Team | None = None

    def command(self, _names: NightNames) -> Command:
        """The command."""
        return commands.RollDice(self.roll, self.team)


class DeclareForm(StrictForm):
    """A declaration to the official."""

    do: Literal["say"]
    said: Annotated[DeclarationForm, Field(discriminator="what")]

    def command(self, names: NightNames) -> Command:
        """The command."""
        return commands.Declare(self.said.declaration(names))


class EnterForm(StrictForm):
    """An event that no camera sees."""

    do: Literal["enter"]
    event: Annotated[EventForm, Field(discriminator="what")]

    def command(self, names: NightNames) -> Command:
        """The command."""
        return commands.EnterEvent(self.event.event(names))


class OverturnForm(StrictForm):
    """An entry of the journal is overturned, and maybe replaced."""

    do: Literal["overturn"]
    entry: Annotated[int, Field(ge=1, le=1_000_000)]
    why: ShortText
    instead: Annotated[EventForm, Field(discriminator="what")] | None = None

    def command(self, names: NightNames) -> Command:
        """The command."""
        instead = None if self.instead is None else self.instead.event(names)
        return commands.OverturnCommand(self.entry, self.why, instead)


AnyCommandForm = (
    PlainCommandForm
    | StopForm
    | SetByItselfForm
    | RollForm
    | DeclareForm
    | EnterForm
    | OverturnForm
    | NamesRightForm
    | PlayerSwapForm
    | DoubtAnswerForm
    | RoleForm
    | PenaltyForm
    | PlayNoteForm
    | MagnetCancelForm
    | OfferForm
    | StandsForm
    | WhoPlayedForm
)
CommandForm = Annotated[AnyCommandForm, Field(discriminator="do")]


def command_of(form: AnyCommandForm, names: NightNames, now: Snapshot) -> Command:
    """The command of a form; a BadValue says why there is none."""
    if isinstance(form, OverturnForm) and form.entry > len(now.entries):
        raise BadValue("entry", form.entry, f"1 to {len(now.entries)}, a line of the play-by-play")
    if isinstance(form, DoubtAnswerForm):
        check_doubt(form, now)
    if isinstance(form, WhoPlayedForm):
        check_who_played(form, now)
    if isinstance(form, OfferForm):
        return command_of_offer(form, now)
    return form.command(names)
