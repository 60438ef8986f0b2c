"""What really happened: touches, lines, falls, power, hands, each with its instant in ns.

In: the poses of all outlines, tick by tick. Out: facts in order of time (docs/sim-truth.md). Begin
with `watcher`. Adding a fact: a dataclass with its KIND in `events`, and whoever notes it.
"""
