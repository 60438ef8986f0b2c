"""Pictures with their truth: rendered looks, one's own reviewed games, the foreign test domain.

Comes in: a recipe file (datasets/recipes/*.toml) or reviewed games. Goes out: a folder with
images/, labels/ and, for whole frames, answers/. Begin with ``dataset_maker.py``;
``answer_sheet.py`` is the truth of a frame as every judge reads it.

Adding a recipe: a TOML file in datasets/recipes whose ``[[sets]]`` name a family, a seed of their
own, looks and frames (``dataset_recipe.py`` checks it); ``moulds`` reads bodies by other hands.
Adding a kind of thing to detect: its class in ``vision/network/detector_classes.py`` and its label
in ``labels.py``.
"""
