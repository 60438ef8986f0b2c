"""The views that `referee bench calibrate` measures on, each with its true camera.

``rendered_views.py`` tries one view and says what came of it (`ViewOutcome`); the others draw
views: hard conditions, borders, fields that are in no list. Adding one: a function that yields
`try_view` of its pictures, and a call of it in ``bench/calibrate.py``.

In come fields and seeds; out go `ViewOutcome`s. Begin with ``rendered_views.py``.
"""
