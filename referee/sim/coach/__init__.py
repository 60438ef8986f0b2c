"""The simulated coach: it plays a whole game, both teams, under the referee.

In come the snapshots of a night and the figures on a simulated board; out go commands for the night
and orders for the hands. The coach never sees the truth of the physics. Begin with `coach.py`.

Adding one: a play is a row in `plays/playbook.py`; what the coach does at a stop is a step in
`plays/stops.py`.
"""
