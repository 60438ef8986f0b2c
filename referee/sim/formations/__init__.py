"""Formations as TOML files, and where they put bases on a board.

In: a name, a field, the spot of the ball. Out: a pose for each of eleven players. Begin with
`formation`; `line_up` places it. Adding one: a .toml file in this folder as docs/sim-board.md
says.
"""
