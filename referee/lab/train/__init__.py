"""Networks from data sets: one room for each network, and what they share.

Comes in: folders made by `referee dataset`. Goes out: a model folder with weights and a card that
says how it was trained and how good it is. Only this room and ``bench/trackers`` know torch, and
they import it when they run. Begin with ``training_loop.py``: a `TrainingRun` learns by the clock
and goes on from its checkpoint; ``schedule.py`` says how the pace changes.

Adding a network: a room with its batches, its network and a function that gives `TrainingRun` one
step (``reader/reader_training.py`` is an example), and its name in the command's table `WHAT`.
"""
