"""A case: who stood where and when, what was said, and what has to be called."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from referee.calls.call import CallAction, CallKind
from referee.calls.play_name import ActingSide
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.pose import Pose
from referee.core.roster import Roster, Team
from referee.game.state import GamePhase, State
from referee.official.declarations.types import Declaration
from referee.rulebooks.play_step import PlayStep
from referee.rulebooks.rulebook import Rulebook

NOBODY = "none"


@dataclass(frozen=True, slots=True)
class Keyframe:
    """Where a base is at a time; from one to the next it goes straight and turns evenly."""

    at_s: float
    pose: Pose


@dataclass(frozen=True, slots=True)
class CaseFall:
    """Since when until when a figure is read as lying, and with which probability."""

    since_s: float
    probability: float = 1.0
    until_s: float = math.inf

    def fallen(self, at_s: float) -> float:
        """How likely the figure lies at a time, as the eyes say it."""
        return self.probability if self.since_s <= at_s < self.until_s else 0.0


@dataclass(frozen=True, slots=True)
class CaseMoves:
    """Who was where; since when a figure lies, and from when until when it is ``hidden``."""

    keys: Mapping[str, tuple[Keyframe, ...]]
    fallen: Mapping[str, CaseFall] = field(default_factory=dict)
    hidden: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    doubtful: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CaseCamera:
    """How the play is seen: stated errors; with a ``seed`` the positions really have them."""

    seconds: float
    fps: float = 30.0
    sigma_mm: float = 0.12
    sigma_deg: float = 0.5
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """One line of the script: all that is said and done at an instant.

    ``engaged`` asks, at a stop, who touches whom.
    """

    at_s: float
    says: tuple[Declaration, ...] = ()
    engaged: bool = False


class SwitchOperator(StrEnum):
    """Who works the switch: a referee with a relay, or the coaches alone."""

    REFEREE = "referee"
    COACHES = "coaches"


@dataclass(frozen=True, slots=True)
class WantedCall:
    """A call there has to be; only what is given is compared."""

    kind: CallKind
    players: frozenset[str] | None = None
    rule: str | None = None
    at_s: float | None = None
    within_s: float = 0.02
    x_mm: float | None = None
    y_mm: float | None = None
    within_mm: float = 3.2
    action: CallAction | None = None
    flagged: bool = False


@dataclass(frozen=True, slots=True)
class WantedState:
    """The game after the play, and where its procedure stands; only what is given is compared.

    ``switch`` is who may use it now, ``carrier`` a player or "none", ``asks`` what is asked.
    """

    phase: GamePhase | None = None
    team: Team | None = None
    down: int | None = None
    x_mm: float | None = None
    y_mm: float | None = None
    to_gain_x_mm: float | None = None
    goal_to_go: bool | None = None
    home: int | None = None
    away: int | None = None
    switch: ActingSide | None = None
    step: PlayStep | None = None
    asks: frozenset[str] | None = None
    carrier: str | None = None
    within_mm: float = 3.2


@dataclass(frozen=True, slots=True)
class WantedFault:
    """What a rule has to have against the line-up at the beginning, and against whom."""

    rule: str
    players: frozenset[str]


@dataclass(frozen=True, slots=True)
class WantedLineUp:
    """All that the rules have against the line-up, or against turns: faults, and what is doubtful.

    ``doubts`` are compared only if they are given, and so are those ``eligible`` to catch a pass.
    """

    faults: tuple[WantedFault, ...] = ()
    doubts: tuple[WantedFault, ...] | None = None
    eligible: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """One case. Without ``forbidden`` every call that is not wanted is forbidden."""

    name: str
    title: str
    proves: tuple[str, ...]
    rulebook: Rulebook
    field: FieldProfile
    roster: Roster
    start: State
    script: tuple[ScriptLine, ...]
    moves: CaseMoves
    camera: CaseCamera
    switch: SwitchOperator
    wanted: tuple[WantedCall, ...]
    forbidden: frozenset[CallKind] | None
    after: WantedState | None
    line_up: WantedLineUp | None = None
    pivots: WantedLineUp | None = None
