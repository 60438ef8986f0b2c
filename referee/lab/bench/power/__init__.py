"""The power link: how soon it is off after every kind of trouble, and what it survives.

Comes in: the guard's own code and the firmware in a simulated chip. Goes out: rows. Begin with
``bench.py``; ``link_world.py`` is the guard and the chip on one clock, ``real_processes.py``
measures in real time.

``bought_faults.py`` does the same with every bought board, as its documents describe it.

Adding a trouble: a function in ``link_faults.py`` and its name in `FAULTS`.
"""

from referee.lab.bench.power.bench import run

__all__ = ["run"]
