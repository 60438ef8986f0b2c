"""The files that people edit, and the data that comes with the program.

In comes a path or a name; out comes a value of a pure room (`FieldProfile`, `BaseShape`, `Case`,
`Rulebook`, `TeamsFile`), or a ``BadValue`` with file, line and key. Begin in `fields`, the
shortest whole example. What is written appears whole or not at all (`formats.atomic_file`).

Adding one: read the file with `formats` into a `SettingsTable`, take every key with its bounds,
end with ``table.done()`` so that unknown keys are refused, and return a value of a pure room.
"""
