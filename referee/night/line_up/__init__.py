"""The line-up between two plays: who plays what, whether it is set, what nobody has to say.

In come frames of a resting board; out go the line-up, its faults, and default declarations. Begin
with `prompter.py`.

Adding one: a default declaration is a function and a row in `default_declarations.py`.
"""
