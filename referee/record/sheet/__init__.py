"""The score sheet of a game: tables of words, on a page, on paper, or both."""
