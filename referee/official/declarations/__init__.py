"""What people say and do during a play, and what becomes of it.

In comes a declaration (`types`) with what is known then (`context`), out comes the play after it
with the calls that it led to; what the rules do not allow becomes a refusal. Begin with `dispatch`,
which takes the switch and the power; `handlers` has everything else.

Adding one: a dataclass in `types`, there also in `Declaration`, a function that returns a
`DeclarationResult`, and its line in the table of `handlers`. A word for it in cases goes into
`cases.script_reader`.
"""
