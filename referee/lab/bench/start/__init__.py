"""How long a night takes to begin: from the command to frames that are looked at.

Comes in: nothing. Goes out: rows in seconds. Begin with ``bench.py``.

Adding one: another state of the computer, such as nothing compiled, is a row made by
``started_night`` with its own environment.
"""

from referee.lab.bench.start.bench import run

__all__ = ["run"]
