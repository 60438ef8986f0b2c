"""Stops: where a rule or a coach stops the board, timed pulses, and what the snap allows.

In: frames of one power run, or the board at rest. Out: stop, pulse over, false start, gain
cut back, and tests of what is allowed at a stop. Begin with `place_stop` and `stopped_board`.
Adding one: a place is a word of `StopPlace` with its line in `stop_line_of` or its test in
`stop_request`.
"""
