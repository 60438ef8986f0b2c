"""Line-ups before the snap: who plays what, who may catch a pass, what a rule has against it.

In come a resting board, the roster and the state of the game, out comes a `LineUp` with a
probability beside everything. Begin with `line_up_reader`.

Adding one: a foul is a function that yields faults, in the table at the end of `line_faults` or
`backfield_faults` for the offense, or in `alignment_faults` for the defense. Its number is a
setting in `calls.line_up_rules` and in each league's settings.toml.
"""
