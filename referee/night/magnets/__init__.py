"""Magnets on the field as commands: found, followed, understood once, and taken back.

In come the markers of each look at the board; out go sentences with commands. Begin with
`meanings.py`, which is the table of what each colour means.

Adding one: a magnet is a row in `meanings.py` and its confusions in `tracker.py`.
"""
