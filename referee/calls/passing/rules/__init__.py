"""What rulebooks say of passes, sticks, throws, pitches and deep drops: settings, and no code.

Begin with `pass_rules`. Adding one: a field with `flag`, `choice` or `number`, and a line in the
`rules.toml` of every rulebook.

In: a league's settings. Out: dataclasses of `Ruled` values.
"""
