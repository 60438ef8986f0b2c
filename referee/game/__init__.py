"""The game: a journal that only grows, and the state that is folded from it."""
