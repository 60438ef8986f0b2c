"""Names by habit alone from TRUE places of simulated line-ups: a stand-in, no picture is looked at.

Comes in: nothing; games are drawn from seeds. Goes out: a `Report`: how many names of a new line-up
are right before anybody corrects one, by how many line-ups were seen, and whether a probability is
one. What whole evenings from pictures come to is measured by `referee bench evening`. Begin with
``bench.py``; ``line_up_games.py`` draws the line-ups, ``named_evening.py`` names them.

Adding one: another kind of coach or team file is an `Evening` in ``bench.py``.
"""

from referee.lab.bench.names.bench import run

__all__ = ["run"]
