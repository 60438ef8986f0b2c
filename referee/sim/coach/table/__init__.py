"""A night on a simulated board: in real time or in step, with the real eyes or made-up ones.

In comes a setup of the board; out goes a night that can be played. Begin with `lockstep_night.py`,
which needs no threads and no clock, and `simulated_table.py`; `table_set_up` calibrates and enrols
either of them from its own pictures.

Adding one: another kind of eyes is a `NightEyes`, chosen in `lockstep_night.py` by `EyesKind`.
"""
