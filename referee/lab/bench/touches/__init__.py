"""Whether two bases touched: pairs aimed at each other or just past, and how true the odds are.

Comes in: recipes of pairs. Goes out: rows, and a table of what was said and what was true. On the
way: ``pair_setup.py`` plays a pair on the simulated board, ``close_pairs.py`` shows it to the calls
through the same made-up eyes as the bench of the calls. Begin with ``bench.py``.

Adding one: another kind of pair is made in `pair_setup`, another figure is a row in `bench`.
"""

from referee.lab.bench.touches.bench import run

__all__ = ["run"]
