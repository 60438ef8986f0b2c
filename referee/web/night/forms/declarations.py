"""Declarations as a page sends them: the carrier, the play, the dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Literal

from pydantic import Field

from referee.calls.phase_state import PlayPhase
from referee.calls.play_name import KickName, MissedThrow, PassStick, PlayName, RollKind
from referee.core.roster import Team
from referee.official.declarations import types
from referee.official.declarations.types import Declaration
from referee.rulebooks.kicks.roll_table import KickAcross
from referee.rulebooks.play_step import PlayStep
from referee.web.night.forms.night_names import NightNames, PlaceForm, PlayerIdText, ShortText
from referee.web.server.page_app import StrictForm

DicePips = Annotated[int, Field(ge=1, le=999)]


class PlayNameForm(StrictForm):
    """The play and its carrier."""

    what: Literal["named"]
    play: PlayName | None = None
    carrier: PlayerIdText | None = None

    def declaration(self, names: NightNames) -> Declaration:
        """The declaration."""
        return types.PlayNamed(self.play, names.player_or_none(self.carrier))


class KickForm(StrictForm):
    """The kick that comes next, and who kicks it or waits for it."""

    what: Literal["kick"]
    kick: KickName
    kicker: PlayerIdText | None = None
    returner: PlayerIdText | None = None
    across: KickAcross | None = None

    def declaration(self, names: NightNames) -> Declaration:
        """The declaration."""
        kicker, returner = names.player_or_none(self.kicker), names.player_or_none(self.returner)
        return types.KickNamed(self.kick, kicker, returner, self.across)


class PassForm(StrictForm):
    """A pass: its receiver, and where its target lies."""

    what: Literal["aimed"]
    receiver: PlayerIdText | None = None
    passer: PlayerIdText | None = None
    target: PlaceForm | None = None
    stick: PassStick | None = None
    backward: bool = False

    def declaration(self, names: NightNames) -> Declaration:
        """The declaration."""
        target = None if self.target is None else names.ball(self.target)
        receiver, passer = names.player_or_none(self.receiver), names.player_or_none(self.passer)
        return types.PassAimed(target, receiver, passer, self.stick, self.backward)


class TargetRemovalForm(StrictForm):
    """The target is taken off the board."""

    what: Literal["taken up"]

    def declaration(self, _names: NightNames) -> Declaration:
        """The declaration."""
        return types.TargetRemoved()


class HandoffForm(StrictForm):
    """The ball changes hands at a stop."""

    what: Literal["handed", "pitched", "lateraled"]
    to: PlayerIdText

    def declaration(self, names: NightNames) -> Declaration:
        """The declaration."""
        return _GIVES[self.what](names.player(self.to))


class ThrowForm(StrictForm):
    """What the ball of the passing figure hit: a player, or nothing that catches."""

    what: Literal["thrown"]
    to: PlayerIdText
    hit: PlayerIdText | MissedThrow

    def declaration(self, names: NightNames) -> Declaration:
        """The declaration."""
        none = {hit.value for hit in MissedThrow}
        hit = MissedThrow(self.hit) if self.hit in none else names.player(self.hit)
        return types.PassThrown(names.player(self.to), hit)


class DroppedBallForm(StrictForm):
    """Where a dropped ball came to rest; no place: off the board."""

    what: Literal["ball lies"]
    at: PlaceForm | None = None

    def declaration(self, names: NightNames) -> Declaration:
        """The declaration."""
        return types.BallAtRest(None if self.at is None else names.ball(self.at))


class DiceForm(StrictForm):
    """Dice, as they fell."""

    what: Literal["rolled"]
    roll: RollKind
    pips: Annotated[tuple[DicePips, ...], Field(min_length=1, max_length=9)]
    team: Team | None = None

    def declaration(self, _names: NightNames) -> Declaration:
        """The declaration."""
        return types.DiceRolled(self.roll, self.pips, self.team)


class RefereeAnswerForm(StrictForm):
    """An answer to something the referee asked."""

    what: Literal["answered"]
    to: ShortText
    answer: ShortText

    def declaration(self, _names: NightNames) -> Declaration:
        """The declaration."""
        return types.QuestionAnswered(self.to, self.answer)


class PlayMoveForm(StrictForm):
    """The play goes to another step, as when a kick is returned."""

    what: Literal["put"]
    phase: PlayPhase | None = None
    period: PlayStep | None = None
    team: Team | None = None
    carrier: PlayerIdText | None = None

    def declaration(self, names: NightNames) -> Declaration:
        """The declaration."""
        return types.PlayMoved(
            self.phase, self.period, self.team, names.player_or_none(self.carrier)
        )


DeclarationForm = (
    PlayNameForm
    | KickForm
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
