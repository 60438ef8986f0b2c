"""Commands that run a board: a game, the demonstration, the simulator."""
