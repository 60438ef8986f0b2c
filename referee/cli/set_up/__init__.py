"""Commands before a game: camera, board, teams, switch, voice, keys, and the plan."""
