"""Where the simulated coach puts the figures before a play.

In come formations, spot and rulebook; out go places for both teams. Begin with `line_up.py`.

Adding one: a formation is a file in `referee.sim.formations`.
"""
