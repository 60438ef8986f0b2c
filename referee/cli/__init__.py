"""The `referee` command: options and help. What a command does stands in `referee.apps`.

In come the words that a person types; each command turns them into values, and out goes one call
of a function of `referee.apps`, or of `referee.lab` for benches, training and data sets. Begin in
`main`: its table names the module of every command, so that `referee --help` loads none of them.
The groups are those of the help: `play`, `set_up`, `look_again`, `build`.

Adding a command: write the function with its options in a module of the group (shared options are
in `options`), with an example in its docstring; write what it does in `referee.apps`; import that
inside the function when it loads more than the standard library, because help must not wait; and
add a row to the table in `main`. Tests hold that every command has help and an example.
"""
