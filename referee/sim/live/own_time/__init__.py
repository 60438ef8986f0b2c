"""A board on its own clock: real time where the computer can, slower where it cannot.

In: orders. Out: every frame in order, each only when its time has come. Begin with `paced_board`,
which steps the board's process; `pace` waits and says how quick the table's time passes. Adding
one: whatever else happens in the table's time is an order that carries its own instant.
"""
