"""The figures' looks: pictures of teams in, a network out that tells team mates apart.

Begin with ``figure_run.py``, the whole way. ``figure_squads.py``, ``figure_places.py`` and
``figure_scenes.py`` draw teams in many places of a board, ``figure_store.py`` keeps the crops,
``figure_batches.py`` makes them look otherwise. ``figure_training.py`` and ``figure_network.py``
learn, ``figure_scores.py`` says how well, ``figure_export.py`` writes the model.

In comes nothing: a data folder is filled by drawing. Out goes a model folder. Adding a kind of
team: a kind in ``figure_squads.py``.
"""
