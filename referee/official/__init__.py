"""The official: one game under one rulebook, play by play.

In come the frames of the board (`calls.frame`) and declarations, which are what people say and do.
Out come calls, orders for the switch, the questions that are open, and events for the journal.
Begin with `official`; `play.status` has the table that a play goes by, `notice` what a screen
shows. It reads no clock: time is what frames and declarations carry.

Adding one: what somebody may say newly is a dataclass in `declarations.types` with its handler in
`declarations.handlers`; a rule of a line-up is a function in `line_up`; a step of a play is a row
in a rulebook's procedure.toml.
"""
