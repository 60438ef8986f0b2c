"""Keys, pedals and spoken words as commands.

In come names of keys, contacts and words; out go commands for the night. Begin with `key_table.py`.

Adding one: a key action is a row in each table of `key_table.py`; a sentence is a row in
`spoken_commands.py`; another device gives names of keys to `coach_keys.py`.
"""
