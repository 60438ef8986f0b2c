"""A game's record for other programs: tracks, CSV, calls, and the form of MOTChallenge."""
