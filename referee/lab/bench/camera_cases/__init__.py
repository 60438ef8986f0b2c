"""What `referee bench cameras` measures on: lenses from a sheet, nudged cameras, a first evening.

Each module makes its pictures from seeds of its own, and returns plain lists of errors.

In come seeds; out go errors in px or mm. Begin with ``sheet_lenses.py``. Adding one: a module that
returns such a list, and its rows in ``bench/cameras.py``.
"""
