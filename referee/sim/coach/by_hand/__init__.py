"""The simulated table for a person who coaches by hand: figures are set up, and go where told.

Begin in `table_helper`, which waits on the person in front of the page; `moment_line_up` says where
everybody stands at a moment of the game. In come snapshots of the night and what the page wants
moved; out go orders for the hands, and who is who.

Adding one: a moment with a line-up of its own is a branch of `line_up_of`.
"""
