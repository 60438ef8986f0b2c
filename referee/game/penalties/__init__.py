"""Penalties: the fouls of a book as a table, and what becomes of those that are called.

In comes a state with open fouls and the table of the book; out goes the event that a penalty comes
to, and the states between which people choose, each with its sentence. Begin with `foul_table`,
then `enforcement`; `open_fouls` keeps what is not settled.

Adding one: a foul is a row of a league's ``fouls.toml``, no code. A new way of walking yards off is
a word of `FoulSpot` and its line in `enforcement`.
"""
