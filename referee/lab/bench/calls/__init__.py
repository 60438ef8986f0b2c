"""How right the calls are on simulated plays whose truth is known, and how true their errors."""

from referee.lab.bench.calls.bench import run

__all__ = ["run"]
