"""Whole games under the referee, and an independent judge's comparison with the physics' truth.

Comes in: a rulebook and how many plays. Goes out: a `GameReport` of every play with what was
called wrongly and not flagged. Begin with ``judged_game.py``; ``tape.py`` records what the board
really did, ``game_judge.py`` judges it by ``bench/calls/truth``, ``expected_game.py`` keeps score.

Adding one: a figure of a game is a field of `GameReport` with its row in the bench.
"""
