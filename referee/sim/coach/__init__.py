"""The simulated coach: it plays a whole game, both teams, under the referee.

In come the snapshots of a night; the coach reads numbers on figures and points at them with a
finger (`finger_taps`). Out go commands for the night and orders for the hands. It never learns
where anything is from the physics, which an import rule holds. Begin with `coach.py`.

Adding one: a play is a row in `plays/playbook.py`; what the coach does at a stop is a step in
`plays/stops.py`.
"""
