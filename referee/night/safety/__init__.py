"""When power may be on, and what cuts it.

In come frames, the state of the switch and what the official says; out go orders to the switch and
alarms. Begin with `power_table.py`: modes, conditions and orders of the power as one table.

Adding one: a check is fed every frame by `Night` and gives a sentence or an alarm; what it does to
the power is a condition with rows in `power_table.py`.
"""
