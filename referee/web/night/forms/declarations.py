"""Declarations as a page sends them: who has the ball, which play, how the dice fell."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Literal

from pydantic import Field

from referee.calls.phase_state import PlayPhase
from referee.calls.play_name import MissedThrow, PassStick, PlayName, RollKind
from referee.core.roster import Team
from referee.official.declarations import types
from referee.official.declarations.types import Declaration
from referee.rulebooks.play_step import PlayStep
from referee.web.night.forms.night_names import (
    NightNames,
    PlaceForm,
    PlayerIdText,
    ShortText,
    StrictForm,
)

DicePips = Annotated[int, Field(ge=1, le=999)]


class PlayNameForm(StrictForm):
    """The play, and who has the ball or takes it."""

    what: Literal["named"]
    play: PlayName | None = None
    carrier: PlayerIdText | None = None

    def said(self, scene: NightNames) -> Declaration:
        """The declaration."""
        return types.PlayNamed(self.play, scene.maybe(self.carrier))


class PassForm(StrictForm):
    """A pass: to whom, and where its target lies."""

    what: Literal["aimed"]
    receiver: PlayerIdText | None = None
    passer: PlayerIdText | None = None
    target: PlaceForm | None = None
    stick: PassStick | None = None
    backward: bool = False

    def said(self, scene: NightNames) -> Declaration:
        """The declaration."""
        target = None if self.target is None else scene.ball(self.target)
        receiver, passer = scene.maybe(self.receiver), scene.maybe(self.passer)
        return types.PassAimed(target, receiver, passer, self.stick, self.backward)


class TargetRemovalForm(StrictForm):
    """The target is taken off the board."""

    what: Literal["taken up"]

    def said(self, _scene: NightNames) -> Declaration:
        """The declaration."""
        return types.TargetRemoved()


class HandoffForm(StrictForm):
    """The ball changes hands at a stop."""

    what: Literal["handed", "pitched", "lateraled"]
    to: PlayerIdText

    def said(self, scene: NightNames) -> Declaration:
        """The declaration."""
        return _GIVES[self.what](scene.player(self.to))


class ThrowForm(StrictForm):
    """What the ball of the passing figure hit: a player, or what is none."""

    what: Literal["thrown"]
    to: PlayerIdText
    hit: PlayerIdText | MissedThrow

    def said(self, scene: NightNames) -> Declaration:
        """The declaration."""
        none = {hit.value for hit in MissedThrow}
        hit = MissedThrow(self.hit) if self.hit in none else scene.player(self.hit)
        return types.PassThrown(scene.player(self.to), hit)


class DroppedBallForm(StrictForm):
    """Where a dropped ball came to rest; no place: off the board."""

    what: Literal["ball lies"]
    at: PlaceForm | None = None

    def said(self, scene: NightNames) -> Declaration:
        """The declaration."""
        return types.BallAtRest(None if self.at is None else scene.ball(self.at))


class DiceForm(StrictForm):
    """Dice, as they fell."""

    what: Literal["rolled"]
    roll: RollKind
    pips: Annotated[tuple[DicePips, ...], Field(min_length=1, max_length=9)]
    team: Team | None = None

    def said(self, _scene: NightNames) -> Declaration:
        """The declaration."""
        return types.DiceRolled(self.roll, self.pips, self.team)


class RefereeAnswerForm(StrictForm):
    """An answer to something the referee asked."""

    what: Literal["answered"]
    to: ShortText
    answer: ShortText

    def said(self, _scene: NightNames) -> Declaration:
        """The declaration."""
        return types.QuestionAnswered(self.to, self.answer)


class PlayMoveForm(StrictForm):
    """The play is put to another place, as when a kick is returned."""

    what: Literal["put"]
    phase: PlayPhase | None = None
    period: PlayStep | None = None
    team: Team | None = None
    carrier: PlayerIdText | None = None

    def said(self, scene: NightNames) -> Declaration:
        """The declaration."""
        return types.PlayMoved(self.phase, self.period, self.team, scene.maybe(self.carrier))


DeclarationForm = (
    PlayNameForm
    | PassForm
    | TargetRemovalForm
    | HandoffForm
    | ThrowForm
    | DroppedBallForm
    | DiceForm
    | RefereeAnswerForm
    | PlayMoveForm
)

_GIVES: Mapping[str, Callable[[str], Declaration]] = {
    "handed": types.BallHandedOff,
    "pitched": types.BallPitched,
    "lateraled": types.BallLateraled,
}
