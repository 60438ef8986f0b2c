"""Calls: what happened on the board, how sure that is, and what a rulebook makes of it."""
