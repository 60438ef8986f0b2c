"""The ledger: official and journal together, and the record of everything that happens.

In come outcomes of the official, events that people enter and rulings; out go journal entries and
the sentences about them. Begin with `ledger.py`; it has the one way to overturn an entry.

Adding one: a command that is recorded has its word in `stored_names.py`; a foul with yards is in
`penalties.py`.
"""
