"""Small mistakes put into the pure code on purpose: how many of them the tests notice.

It needs a source checkout with its tests, and the ``dev`` extra. Modules of numba are compiled
anew for every mistake in them. Results are kept under ``out/`` and used again while the code is
the same; what went unnoticed is tried again once the tests have changed.

In come the sources of the pure rooms; out goes the share of mistakes that a test noticed. Begin
with ``hunt.py``. Adding one: a kind of mistake is one of Cosmic Ray's
operators, chosen in ``mutant.py``.
"""

from referee.lab.bench.mutants.bench import run

__all__ = ["run"]
