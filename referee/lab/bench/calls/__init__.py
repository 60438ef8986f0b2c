"""How right the calls are on simulated plays whose truth is known, and how true their errors.

Comes in: recipes of plays. Goes out: rows, the part of docs/calls-accuracy.md between its marks,
and wrong calls in out/bench/calls/wrong.jsonl. On the way: ``plays`` records what the physics
does, ``simulated_eyes.py`` makes frames of it as a night gives them to the calls, ``truth`` says
what a rulebook wants, ``call_decisions.py`` compares. Begin with ``judged_play.py``.

Adding a call that ends a play: tell ``truth`` when it is true, and name its kind in
``call_decisions.JUDGED_ENDS``; until then plays that end by it are set aside.
"""

from referee.lab.bench.calls.bench import run

__all__ = ["run"]
