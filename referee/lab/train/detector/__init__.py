"""The detector's training: tiles in, a network that finds bases, balls, magnets and hands out.

Begin with ``detector_training.py``; ``fine_tuning.py`` goes on from trained weights with tiles of
one's own board; ``detector_export.py`` writes the model folder. Ultralytics makes the network and
its loss; it is imported through ``ultralytics_import.py`` only, which keeps it quiet.

In come tiles of a data set; out goes a model folder. Adding one: a class to detect is added in
`referee.lab.dataset` first.
"""
