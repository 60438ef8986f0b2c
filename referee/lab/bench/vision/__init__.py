"""How well the eyes do on whole frames: pictures by other hands first, the simulator's next."""

from referee.lab.bench.vision.bench import run

__all__ = ["run"]
