"""Who had the ball from when to when, as it was declared and called: what the judge goes by."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from referee.calls.call import Call, CallKind
from referee.calls.phase_state import CARRIED, PASSER_HAS_IT, PlayPhase
from referee.core.roster import Team
from referee.official.outcome import PlayNotice

# Calls at whose instant the ball changes hands.
_GAINED = frozenset({CallKind.CATCH, CallKind.INTERCEPTION, CallKind.RECOVERED})


@dataclass(frozen=True, slots=True)
class BallCarry:
    """One figure with the ball, over any number of stops; or a ball that nobody has."""

    phase: PlayPhase
    team: Team
    carrier: str | None
    began_ns: int
    until_ns: int
    behind: bool = False
    regained: bool = False

    @property
    def what(self) -> tuple[str, Team, str | None]:
        """What has to stay as it is: from snap to scramble the passer has the ball."""
        passer = self.phase in PASSER_HAS_IT
        return "passer" if passer else self.phase.value, self.team, self.carrier


@dataclass
class BallCarries:
    """Fed with every step of a night while the board runs or rolls out."""

    found: list[BallCarry] = field(default_factory=list)

    def see(
        self, t_ns: int, notice: PlayNotice, phase: PlayPhase | None, calls: tuple[Call, ...]
    ) -> None:
        """How it stands after a frame with power; ``calls`` were made with it."""
        if phase is None:
            return
        carrier = notice.carrier if phase in CARRIED else None
        now = BallCarry(
            phase, notice.team, carrier, t_ns, t_ns, regained=self._regained(phase, notice)
        )
        last = self.found[-1] if self.found else None
        if last is not None and last.what == now.what:
            self.found[-1] = replace(last, until_ns=t_ns)
            return
        gained = next((c for c in calls if c.kind in _GAINED and carrier in c.players), None)
        began_ns = t_ns if gained is None else gained.t_ns
        if last is not None:
            self.found[-1] = replace(last, until_ns=began_ns)
        self.found.append(replace(now, began_ns=began_ns))

    def _regained(self, phase: PlayPhase, notice: PlayNotice) -> bool:
        """Whether the side that had the ball at the snap lost it and has it again."""
        snapped = self.found and self.found[0].phase is not PlayPhase.RETURN
        return bool(snapped) and phase is PlayPhase.RETURN and notice.team is self.found[0].team

    def rolls_on(self, t_ns: int) -> None:
        """The power is off; what still comes belongs to the last one."""
        if self.found:
            self.found[-1] = replace(self.found[-1], until_ns=t_ns)
