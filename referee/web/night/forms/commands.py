"""What a page may wish of the night: one small form for each wish, every field bounded."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from referee.calls.play_name import ActingSide
from referee.core.errors import BadValue
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
    check_doubt,
    command_of_offer,
)
from referee.web.night.forms.night_names import NightNames, ShortText, StrictForm

# What takes power away is obeyed from every page; whatever may lead to power needs a paired one.
FREE = frozenset({"stop", "off"})
_PLAIN: dict[str, Command] = {
    "ready": commands.ReportReady(),
    "wait": commands.RevokeReady(),
    "undo": commands.UndoLastEntry(),
    "clear": commands.ClearAlarm(),
    "decline": commands.DeclinePenalty(),
    "off": commands.PanicOff(),
}


class PlainCommandForm(StrictForm):
    """A wish that needs no more words."""

    do: Literal["ready", "wait", "undo", "clear", "decline", "off"]

    def command(self, _scene: NightNames) -> Command:
        """The command."""
        return _PLAIN[self.do]


class StopForm(StrictForm):
    """Somebody wants the board stopped."""

    do: Literal["stop"]
    by: ActingSide | None = None

    def command(self, _scene: NightNames) -> Command:
        """The command."""
        return commands.StopBoard(self.by)


class SetByItselfForm(StrictForm):
    """Whether a line-up that rests counts as set."""

    do: Literal["by itself"]
    wanted: bool

    def command(self, _scene: NightNames) -> Command:
        """The command."""
        return commands.SetAutoReady(self.wanted)


class DeclareForm(StrictForm):
    """A declaration to the official."""

    do: Literal["say"]
    said: Annotated[DeclarationForm, Field(discriminator="what")]

    def command(self, scene: NightNames) -> Command:
        """The command."""
        return commands.Declare(self.said.said(scene))


class EnterForm(StrictForm):
    """Something that no camera sees."""

    do: Literal["enter"]
    event: Annotated[EventForm, Field(discriminator="what")]

    def command(self, scene: NightNames) -> Command:
        """The command."""
        return commands.EnterEvent(self.event.event(scene))


class OverturnForm(StrictForm):
    """An entry does not stand."""

    do: Literal["overturn"]
    entry: Annotated[int, Field(ge=1, le=1_000_000)]
    why: ShortText
    instead: Annotated[EventForm, Field(discriminator="what")] | None = None

    def command(self, scene: NightNames) -> Command:
        """The command."""
        instead = None if self.instead is None else self.instead.event(scene)
        return commands.OverturnCommand(self.entry, self.why, instead)


AnyCommandForm = (
    PlainCommandForm
    | StopForm
    | SetByItselfForm
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
)
CommandForm = Annotated[AnyCommandForm, Field(discriminator="do")]


def command_of(wish: AnyCommandForm, scene: NightNames, now: Snapshot) -> Command:
    """The command behind a wish, or a sentence why there is none."""
    if isinstance(wish, OverturnForm) and wish.entry > len(now.entries):
        raise BadValue("entry", wish.entry, f"1 to {len(now.entries)}, a line of the play-by-play")
    if isinstance(wish, DoubtAnswerForm):
        check_doubt(wish, now)
    if isinstance(wish, OfferForm):
        return command_of_offer(wish, now)
    return wish.command(scene)
