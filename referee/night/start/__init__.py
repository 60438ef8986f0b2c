"""The start of a night: plan, table, record and loop put together.

In come a plan (`plan.py`) and an opener of the equipment; out goes a night that runs. Begin with
`night_session.py`, which opens everything in its own thread, and `assembly.py`.

Adding one: a kind of table has an `open` that gives an `Equipment`, as in `real_table.py`.
"""
