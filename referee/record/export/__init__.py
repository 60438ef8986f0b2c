"""A game's record for other programs: tracks, CSV, calls, play-by-play, and MOTChallenge.

In comes a `GameFolder` or its `Observation`s; out goes a file that appears whole or not at all.
Begin with `positions`.

Adding an export: a function that takes a path and the game and returns how many rows it wrote,
`text_files.text_writer` or `write_csv` for the file, a line in `EXPORTS` of `apps.games.export`
with the file's usual name, and a sentence in docs/record.md.
"""
