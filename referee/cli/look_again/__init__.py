"""Commands for what was recorded: pictures, videos, tracks, games, flags, and the rules.

In come words of a person; out goes one call into `referee.apps`. Begin with `rules`. Adding one:
see `referee.cli`.
"""
