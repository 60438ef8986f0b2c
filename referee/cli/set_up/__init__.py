"""Commands before a game: camera, board, teams, switch, voice, keys, and the plan.

In come words of a person; out goes one call into `referee.apps`. Begin with `field`. Adding one:
see `referee.cli`.
"""
