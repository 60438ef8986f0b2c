"""Timed pulses: the longest that power may stay on, and the call when it has."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from referee.calls.call import Call, CallKind
from referee.calls.call_builder import build_call
from referee.calls.episode import Episode, EpisodeTopic
from referee.core.clock import ns_from_s
from referee.core.settings.ruled import Ruled, number


@dataclass(frozen=True, slots=True)
class PulseRules:
    """How long power stays on at most, in seconds; 0: as long as whoever holds the switch likes."""

    snap_s: Annotated[
        Ruled[float], number(0.0, 30.0, "longest pulse of the snap, in seconds; 0: no limit")
    ]
    read_s: Annotated[
        Ruled[float], number(0.0, 30.0, "longest pulse of the read, in seconds; 0: no limit")
    ]
    scramble_s: Annotated[
        Ruled[float], number(0.0, 30.0, "longest pulse of a scramble, in seconds; 0: no limit")
    ]
    recovery_s: Annotated[
        Ruled[float],
        number(
            0.0, 30.0, "longest pulse of a try to recover a loose ball, in seconds; 0: no limit"
        ),
    ]


class PulseLimit(StrEnum):
    """Which of them ends a power run."""

    SNAP = "snap"
    READ = "read"
    SCRAMBLE = "scramble"
    RECOVERY = "recovery"


def pulse_limit_of(rules: PulseRules, limit: PulseLimit) -> Ruled[float]:
    """Its seconds with their rule."""
    return {
        PulseLimit.SNAP: rules.snap_s,
        PulseLimit.READ: rules.read_s,
        PulseLimit.SCRAMBLE: rules.scramble_s,
        PulseLimit.RECOVERY: rules.recovery_s,
    }[limit]


@dataclass(frozen=True, slots=True)
class PowerPulse:
    """One power run with a limit; the sigma is of the moment at which it began."""

    name: str
    limit: Ruled[float]
    began_ns: int
    sigma_ns: int

    @property
    def off_ns(self) -> int:
        """When power has to go off."""
        return self.began_ns + ns_from_s(self.limit.value)

    def over(self, t_ns: int) -> bool:
        """Whether it has run as long as it may."""
        return self.limit.value > 0.0 and t_ns >= self.off_ns

    def call(self, play: int, t_ns: int) -> Call:
        """The call that ends it; nobody is sure of the beginning by more than a frame."""
        episode = Episode(EpisodeTopic.PULSE, play, name=self.name, since_ns=self.began_ns)
        at = (self.off_ns, self.sigma_ns)
        return build_call(CallKind.PULSE_OVER, self.limit.rule, episode, at, frames=(t_ns,))
