"""Commands that run a board: a game, the demonstration, the simulator.

In come words of a person; out goes one call into `referee.apps`. Begin with `demo`. Adding one: see
`referee.cli`.
"""
