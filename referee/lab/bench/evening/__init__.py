"""Whole games from pictures with the real eyes, each play judged by the physics' truth.

Comes in: which games (rulebook, board, light, rate, seed). Goes out: a report of all games that
this commit has played, and their files. Begin with ``bench.py``; ``plan.py`` says which games there
are, ``play_watch.py`` stands beside one, ``kept_games.py`` is why a second start goes on where the
first was ended, ``evening_rows.py`` has the bars. What is measured and how: docs/evening.md.

Adding a figure: a field of `EveningPlay`, what fills it in `PlayWatch`, a row in `evening_rows`;
count up ``FORMAT`` in `kept_games`, so that files without it are not counted.
"""

from referee.lab.bench.evening.bench import run

__all__ = ["run"]
