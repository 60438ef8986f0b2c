"""Figures told apart by their looks, on pictures of tables and squads never looked at before.

Comes in: nothing; tables are drawn from seeds. Goes out: a `Report`: how many figures are found
again among their team mates, by light, and whether a probability is one. Begin with ``bench.py``.
Adding one: another kind of table is a light or a squad of `referee.lab.train.figures`.
"""

from referee.lab.bench.figures.bench import run

__all__ = ["run"]
