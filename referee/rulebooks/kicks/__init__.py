"""The kicks of a rulebook as data: how each one goes, its numbers, and what is rolled for it.

In comes a league's kicks.toml; out goes a `KickTable`, which `official.kicks` plays by. Begin with
`kick_rules`; `roll_table` has the dice, `kick_table` reads the file.

Adding one: a kick is a `KickName` and a table in the kicks.toml of every league that has it; a
number or choice of kicks is a field of `KickRules`.
"""
