"""What several benches use: figures, the machine, processes, pages, clips, outside judges.

``figures.py`` has percentiles, shares and the rows that say how honest stated errors are;
``machine.py`` what a figure was measured on; ``side_by_side.py`` runs parts in two processes;
``marked_page.py`` writes a bench's part of a page in docs/.

In come lists of measured values; out go rows of a report. Begin with ``figures.py``. Adding one: a
helper that two benches need.
"""
