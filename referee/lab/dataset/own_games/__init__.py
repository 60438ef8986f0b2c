"""Training data from one's own games: reviewed frames become tiles, every fourth block is kept.

Comes in: a recording folder with corrections or tracks. Goes out: a data set for
`referee train --fine-tune`. Begin with ``harvest.py``; ``pretend_game.py`` makes a game to try it.

Adding one: a source of labels is a reader that ``harvest.py`` asks for the bases of a frame.
"""
