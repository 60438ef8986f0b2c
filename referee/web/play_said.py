"""Declarations as a page sends them: who has the ball, which play, how the dice fell."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Literal

from pydantic import Field

from referee.calls.plays import Hit, Play, Roll, Stick
from referee.calls.situation import Phase
from referee.core.roster import Team
from referee.official import said
from referee.official.said import Said
from referee.rulebooks.period import Period
from referee.web.play_scene import Place, PlayerId, Scene, Strict, Words

Pips = Annotated[int, Field(ge=1, le=999)]


class Naming(Strict):
    """The play, and who has the ball or takes it."""

    what: Literal["named"]
    play: Play | None = None
    carrier: PlayerId | None = None

    def said(self, scene: Scene) -> Said:
        """The declaration."""
        return said.Named(self.play, scene.maybe(self.carrier))


class Aiming(Strict):
    """A pass: to whom, and where its target lies."""

    what: Literal["aimed"]
    receiver: PlayerId | None = None
    passer: PlayerId | None = None
    target: Place | None = None
    stick: Stick | None = None
    backward: bool = False

    def said(self, scene: Scene) -> Said:
        """The declaration."""
        target = None if self.target is None else scene.ball(self.target)
        receiver, passer = scene.maybe(self.receiver), scene.maybe(self.passer)
        return said.Aimed(target, receiver, passer, self.stick, self.backward)


class TakingUp(Strict):
    """The target is taken off the board."""

    what: Literal["taken up"]

    def said(self, _scene: Scene) -> Said:
        """The declaration."""
        return said.TakenUp()


class Giving(Strict):
    """The ball changes hands at a stop."""

    what: Literal["handed", "pitched", "lateraled"]
    to: PlayerId

    def said(self, scene: Scene) -> Said:
        """The declaration."""
        return _GIVES[self.what](scene.player(self.to))


class Throwing(Strict):
    """What the ball of the passing figure hit: a player, or what is none."""

    what: Literal["thrown"]
    to: PlayerId
    hit: PlayerId | Hit

    def said(self, scene: Scene) -> Said:
        """The declaration."""
        none = {hit.value for hit in Hit}
        hit = Hit(self.hit) if self.hit in none else scene.player(self.hit)
        return said.Thrown(scene.player(self.to), hit)


class Lying(Strict):
    """Where a dropped ball came to rest; no place: off the board."""

    what: Literal["ball lies"]
    at: Place | None = None

    def said(self, scene: Scene) -> Said:
        """The declaration."""
        return said.BallLies(None if self.at is None else scene.ball(self.at))


class Rolling(Strict):
    """Dice, as they fell."""

    what: Literal["rolled"]
    roll: Roll
    pips: Annotated[tuple[Pips, ...], Field(min_length=1, max_length=9)]
    team: Team | None = None

    def said(self, _scene: Scene) -> Said:
        """The declaration."""
        return said.Rolled(self.roll, self.pips, self.team)


class Answering(Strict):
    """An answer to something the referee asked."""

    what: Literal["answered"]
    to: Words
    answer: Words

    def said(self, _scene: Scene) -> Said:
        """The declaration."""
        return said.Answered(self.to, self.answer)


class Putting(Strict):
    """The play is put to another place, as when a kick is returned."""

    what: Literal["put"]
    phase: Phase | None = None
    period: Period | None = None
    team: Team | None = None
    carrier: PlayerId | None = None

    def said(self, scene: Scene) -> Said:
        """The declaration."""
        return said.PutInto(self.phase, self.period, self.team, scene.maybe(self.carrier))


Told = Naming | Aiming | TakingUp | Giving | Throwing | Lying | Rolling | Answering | Putting

_GIVES: Mapping[str, Callable[[str], Said]] = {
    "handed": said.HandedOff,
    "pitched": said.Pitched,
    "lateraled": said.Lateraled,
}
