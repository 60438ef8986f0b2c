"""Measurements of the parts: every module or package here but a few is a bench of that name.

Comes in: whether to be quick. Goes out: a `Report` of rows (label, value, unit, bar) and notes.
Begin with ``registry.py``, which finds the benches, and ``report.py``.

Adding a bench: write a package here whose ``__init__`` begins with one line for the list of
`referee bench` and imports ``run(quick: bool) -> Report`` from its ``bench.py``; `gaps.py` is the
smallest example. Measure on seeds that nothing was chosen with, give each figure its unit and, if
it has to be met, a bar, and let ``quick`` take less than a minute. What several benches use stands
in ``tools``; a room that is no bench is named in ``registry.FRAME``. The page
docs/MAP.md is made anew by `python -m referee.lab.map_page`.
"""
