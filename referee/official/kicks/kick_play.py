"""A kick so far: plain values, replaced and never changed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.core.settings.ruled import Ruled
from referee.rulebooks.kicks.kick_rules import Kick, KickAsk, KickLanding, KickStage
from referee.rulebooks.kicks.roll_table import KickAcross


@dataclass(frozen=True, slots=True)
class KickPlay:
    """A kick. ``at`` is the number of its stage that runs or comes next.

    ``x_mm`` and ``y_mm`` are where it comes down, None while nobody knows; ``hang`` is the time in
    the air that was rolled. ``caller`` has called a fair catch, ``returner`` waits for the kick,
    ``holder`` holds the ball for it.
    ``across`` is where the kicking side said that it goes. ``muffed``: a fair catch was. ``live``:
    it was blocked, or snapped too high, and is played on like a fumble. ``loose``: it lies on the
    board. ``asks`` is a question that no stage has.
    """

    kick: Kick
    at: int = 0
    x_mm: float | None = None
    y_mm: float | None = None
    hang: Ruled[float] | None = None
    across: KickAcross | None = None
    caller: str | None = None
    returner: str | None = None
    holder: str | None = None
    muffed: bool = False
    live: bool = False
    loose: bool = False
    asks: KickAsk | None = None

    @property
    def stage(self) -> KickStage | None:
        """The stage that runs or comes next; None: there is no further one, or it is played on."""
        over = self.live or self.loose or self.at >= len(self.kick.stages)
        return None if over else self.kick.stages[self.at]

    @property
    def ask(self) -> KickAsk | None:
        """What people have to say now; None: nothing."""
        stage = self.stage
        return self.asks or (None if stage is None else stage.ask)

    @property
    def comes_down(self) -> bool:
        """Whether it is looked at who is where it comes down."""
        stage = self.stage
        return stage is not None and stage.land in (KickLanding.ON_LINE, KickLanding.ON_SPOT)

    @property
    def rule(self) -> str:
        """The rule of the stage, or of the kick."""
        stage = self.stage
        return self.kick.rule if stage is None or stage.rule is None else stage.rule

    def further(self) -> KickPlay:
        """The same kick at its next stage."""
        return replace(self, at=self.at + 1, asks=None)
