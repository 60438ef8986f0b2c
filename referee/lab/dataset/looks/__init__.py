"""One look at a time: a board, figures, light and a camera drawn at random, and rendered.

Comes in: a set of a recipe and a number. Goes out: frames with labels. Begin with
``look_maker.py``; ``asset_family.py`` says which art belongs to training and which is kept apart.

Adding one: what a look varies is drawn in ``look_maker.py`` from the recipe's generator.
"""
