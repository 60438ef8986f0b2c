"""How bodies move in one tick of 1 ms: creeping, collisions, hooking together, falling.

In: a table of bodies and how strongly the board shakes. Out: the same table one tick later, and
who fell. Begin with `engine`. Adding a way to creep: a column of `drive` and its setting in
`referee.sim.physics.settings`.
"""
