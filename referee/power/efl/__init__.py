"""Our own board and its language, EFL/1 (docs/power-protocol.md).

In come the guard's orders and bytes of the board; out go bytes and events with the computer's time.
Begin with `device`; `protocol` reads and writes lines, `courier` repeats what was not answered,
`board_clock` compares clocks, `board_reporter` turns the board's events into ours.

Adding one: an order or an answer is a line in docs/power-protocol.md, its reading and writing in
`protocol`, and its use in `device`.
"""
