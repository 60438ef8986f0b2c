"""The reader's training: crops in, a network that tells fronts, fallen figures and bases out.

Begin with ``reader_run.py``, the whole way. ``reader_scene.py`` and ``tile_scene.py`` read frames
and tiles, ``reader_samples.py`` chooses places in them and what is to be said there,
``crop_batches.py`` cuts them out.

In come frames and tiles of a data set; out goes a model folder. Adding one: what is to be said at a
place is an output of ``reader_network.py`` and a column in ``reader_samples.py``.
"""
