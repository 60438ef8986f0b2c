"""What a page may wish of the night: one small form for each wish, every field bounded."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from referee.calls.plays import Side
from referee.core.errors import BadValue
from referee.play import commands
from referee.play.commands import Command
from referee.play.snapshot import Snapshot
from referee.web.play_entered import Entered
from referee.web.play_line_up import (
    Answering,
    Correcting,
    NamesRight,
    Noting,
    NotMeaning,
    Penalizing,
    Swapping,
    Taking,
    check_doubt,
    offered,
)
from referee.web.play_said import Told
from referee.web.play_scene import Scene, Strict, Words

# What takes power away is obeyed from every page; whatever may lead to power needs a paired one.
FREE = frozenset({"stop", "off"})
_PLAIN: dict[str, Command] = {
    "ready": commands.Ready(),
    "wait": commands.Wait(),
    "undo": commands.Undo(),
    "clear": commands.Clear(),
    "decline": commands.Decline(),
    "off": commands.Panic(),
}


class Plain(Strict):
    """A wish that needs no more words."""

    do: Literal["ready", "wait", "undo", "clear", "decline", "off"]

    def command(self, _scene: Scene) -> Command:
        """The command."""
        return _PLAIN[self.do]


class Stopping(Strict):
    """Somebody wants the board stopped."""

    do: Literal["stop"]
    by: Side | None = None

    def command(self, _scene: Scene) -> Command:
        """The command."""
        return commands.Stop(self.by)


class ByItself(Strict):
    """Whether a line-up that rests counts as set."""

    do: Literal["by itself"]
    wanted: bool

    def command(self, _scene: Scene) -> Command:
        """The command."""
        return commands.SetByItself(self.wanted)


class Saying(Strict):
    """A declaration to the official."""

    do: Literal["say"]
    said: Annotated[Told, Field(discriminator="what")]

    def command(self, scene: Scene) -> Command:
        """The command."""
        return commands.Say(self.said.said(scene))


class Entering(Strict):
    """Something that no camera sees."""

    do: Literal["enter"]
    event: Annotated[Entered, Field(discriminator="what")]

    def command(self, scene: Scene) -> Command:
        """The command."""
        return commands.Enter(self.event.event(scene))


class Overturning(Strict):
    """An entry does not stand."""

    do: Literal["overturn"]
    entry: Annotated[int, Field(ge=1, le=1_000_000)]
    why: Words
    instead: Annotated[Entered, Field(discriminator="what")] | None = None

    def command(self, scene: Scene) -> Command:
        """The command."""
        instead = None if self.instead is None else self.instead.event(scene)
        return commands.Overturn(self.entry, self.why, instead)


AnyWish = (
    Plain
    | Stopping
    | ByItself
    | Saying
    | Entering
    | Overturning
    | NamesRight
    | Swapping
    | Answering
    | Correcting
    | Penalizing
    | Noting
    | NotMeaning
    | Taking
)
Wish = Annotated[AnyWish, Field(discriminator="do")]


def command_of(wish: AnyWish, scene: Scene, now: Snapshot) -> Command:
    """The command behind a wish, or a sentence why there is none."""
    if isinstance(wish, Overturning) and wish.entry > len(now.entries):
        raise BadValue("entry", wish.entry, f"1 to {len(now.entries)}, a line of the play-by-play")
    if isinstance(wish, Answering):
        check_doubt(wish, now)
    if isinstance(wish, Taking):
        return offered(wish, now)
    return wish.command(scene)
