"""The whole night: frame to switch, contact to power off, whole games, memory, trouble.

Comes in: a simulated table in real time. Goes out: rows; long parts are kept under out/bench/play
for the same commit. Begin with ``bench.py``; ``bench_night.py`` is a running night whose camera
and switch are watched.

Adding a trouble: a member of `Trouble` in ``trial.py``, what it must lead to beside it, and how to
make it in ``trouble_trials.py``.
"""

from referee.lab.bench.play.bench import run

__all__ = ["run"]
