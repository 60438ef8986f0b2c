"""From picture to sightings: recall, precision, fronts, errors and honest error bars, split.

Comes in: sets of frames with answer sheets. Goes out: rows, the part of docs/accuracy.md between
its marks, three plots and docs/accuracy.json. Begin with ``bench.py``; ``base_marks.py`` sets one
frame against its answers, ``sight_figures.py`` makes figures of all.

Adding a figure: compute it in ``sight_figures.py`` and show it in ``accuracy_page.LINES`` or
``bench.FOUND``. Adding a set: a `FrameSet` in ``judged_frames.py``.
"""

from referee.lab.bench.vision.bench import run

__all__ = ["run"]
