"""The refiner's training: whole frames in, weights for edges and for trust in fits out.

Begin with ``refiner_run.py``: edges are learned first, then how far fits are off
(``trust_training.py``), then how much wider the error of a gap is (``pair_training.py``). It
counts steps, not minutes, and keeps the rows of each part, so it has a loop of its own.

In come frames of a data set; out goes a model folder. Adding one: a part that is learned is a step
in ``refiner_run.py``.
"""
