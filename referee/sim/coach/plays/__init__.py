"""What the simulated coach decides: plays, passes, kicks, pivots, and what to say at a stop.

In come snapshots; out go declarations, events and turns of figures. Begin with `stops.py` and
`between_plays.py`.

Adding one: a play is a row in `playbook.py`.
"""
