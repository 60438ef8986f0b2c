"""Measuring and training: benches, networks, data sets, path-traced pictures.

Comes in: pictures and plays of the simulator, recorded games, models. Goes out: figures with bars,
pages in docs/, data sets, model folders. Only the commands import it: nothing of it runs at a
night. Begin with ``bench/registry.py`` (`referee bench`), ``train/training_loop.py``
(`referee train`) or ``dataset/dataset_maker.py`` (`referee dataset make`). Rooms stand in layers:
bench uses train, train uses dataset, dataset uses pictures and pathtrace, never the other way.

Adding one: a bench is a module in ``bench`` with ``run``; a network has a room in ``train``; a set
of pictures is a recipe in datasets/recipes.
"""
