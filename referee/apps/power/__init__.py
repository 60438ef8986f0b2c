"""The board in the power lead: chosen, pulsed, watched, tested, and its firmware flashed.

In come the name of a board or port and times in seconds; out go states and figures on the terminal.
Begin with `session`, which opens the chosen board. Adding one: a step of the self-test is a
function in `self_test`; a new board is described in `referee.power`.
"""
