"""How strongly the board shakes: commands on and off, their delays, the ramp and the coast."""

from __future__ import annotations

from dataclasses import dataclass

from referee.core.clock import MS_NS
from referee.sim.physics.settings import PhysicsSettings


@dataclass(frozen=True, slots=True)
class PowerEffect:
    """What a command did: when the shaking began to change, and when it had changed for good."""

    begins_ns: int
    done_ns: int


class PowerSupply:
    """The gain over time, piecewise linear between knots. A new command bends what lies ahead."""

    def __init__(self, settings: PhysicsSettings) -> None:
        self._settings = settings
        self._knots: list[tuple[int, float]] = [(0, 0.0)]
        self.on = False

    def command(self, *, on: bool, t_ns: int) -> PowerEffect:
        """Switch at ``t_ns``, which is not before any earlier command."""
        s = self._settings
        delay_ms = s.start_delay_ms if on else s.cut_delay_ms
        full_ms = s.ramp_ms if on else s.coast_ms
        begins = t_ns + round(delay_ms * MS_NS)
        level = self.gain(begins)
        way = 1.0 - level if on else level
        done = begins + round(full_ms * MS_NS * way)
        self._knots = [k for k in self._knots if k[0] < begins]
        self._knots.append((begins, level))
        if done > begins:
            self._knots.append((done, 1.0 if on else 0.0))
        self.on = on
        return PowerEffect(begins, done)

    def gain(self, t_ns: int) -> float:
        """0 still, 1 shaking at full strength."""
        later = None
        for knot in reversed(self._knots):
            if knot[0] <= t_ns:
                if later is None:
                    return knot[1]
                share = (t_ns - knot[0]) / (later[0] - knot[0])
                return knot[1] + share * (later[1] - knot[1])
            later = knot
        return self._knots[0][1]

    def next_shaking_ns(self, t_ns: int) -> int | None:
        """The first instant from ``t_ns`` on at which the board shakes or starts to, if any."""
        if self.gain(t_ns) > 0.0:
            return t_ns
        for (before, _), (_, level) in zip(self._knots, self._knots[1:], strict=False):
            if level > 0.0 and before >= t_ns:
                return before
        last_t, last_level = self._knots[-1]
        return max(last_t, t_ns) if last_level > 0.0 else None

    def forget_before(self, t_ns: int) -> None:
        """Drop knots that no time from ``t_ns`` on can need."""
        while len(self._knots) > 1 and self._knots[1][0] <= t_ns:
            self._knots.pop(0)
