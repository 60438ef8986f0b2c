"""How a watch begins: which bases stand on the board, and who they are.

Comes in: looks at a board of which nothing is known, a roster or a line-up card. Goes out: a
`WatchStart`, from which `watcher_of` makes a `Watcher`. Begin with `line_up_finder`, then
`watch_start`. Adding one: another way to name the bases of a line-up is a function that returns a
`WatchStart`, as `line_up_card.start_by_card` does.
"""
