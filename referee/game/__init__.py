"""The game: a journal that only grows, and the state that is folded from it.

In come events (`events`), out come the state that a scoreboard shows (`state`), and for people the
score sheet line by line (`sheet_line`), the play-by-play, drives and statistics. Begin with `fold`.

Adding one: an event is a dataclass in `events`, there also in `Event`, with its line in the table
of `fold` and its sentence in the table of `play_by_play`. Its name and its fields are what journals
on disk hold: they never change.
"""
