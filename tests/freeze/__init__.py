"""A proof that a change of the source changes nothing that the program does.

    python -m tests.freeze --write out/freeze/before.json      # before the change
    python -m tests.freeze --against out/freeze/before.json    # after it

Fixed inputs go through the program, and each result becomes an item: a group, a name, a text.
The JSON file holds a hash for each item; the folder of the same name beside it holds the texts.

To begin, read `tasks` (what is run), then `canonical` (what a text may hold). What is asked of
the program goes through its commands; the few imports from inside it are all in `inputs`.

Adding one: write a function `(folder) -> {"group/name": text}` and add a row to the table in
`tasks`.
"""
