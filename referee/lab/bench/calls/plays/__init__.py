"""Plays as they really went: aimed, played by the physics, and kept.

Comes in: a recipe, which is a number. Goes out: a `RecordedPlay`, frames without error and what
happened between them. Begin with ``play_setup.py``; ``play_store.py`` keeps plays until the
simulator or this room changes.

Adding a kind of play: a member of `BenchPlayKind` in ``play_recipe.py`` and its figures in
``play_setup.py``.
"""
