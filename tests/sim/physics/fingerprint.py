"""Run as a script: a digest of the truth and the states of one scripted game."""

from __future__ import annotations

import hashlib

from referee.loaders.fields import load_field
from referee.sim.live.script.play_script import PlayScript
from referee.sim.physics import PhysicsWorld
from tests.sim.physics.boards import MS, roster

SECONDS = 12


def game(step_ms: float, *, look: bool) -> PhysicsWorld:
    """A scripted game; ``look`` asks for states and gaps on the way."""
    world = PhysicsWorld(load_field("620"), roster(11), seed=11)
    script = PlayScript(world, seed=2)
    end = SECONDS * 1000 * MS
    t_ns = 0
    while t_ns < end:
        t_ns = min(t_ns + round(step_ms * MS), end)
        script.advance(t_ns)
        if look:
            world.state()
            world.gaps_under(5.0)
    return world


def fingerprint(step_ms: float, *, look: bool) -> tuple[str, str]:
    """Digests of truth and final state of the game."""
    world = game(step_ms, look=look)
    truth = "\n".join(event.to_json() for event in world.events())
    return _digest(truth), _digest(repr(world.state()))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


if __name__ == "__main__":
    print(*fingerprint(1000 / 30, look=True))  # noqa: T201 - the parent reads it
