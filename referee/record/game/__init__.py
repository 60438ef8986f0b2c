"""The folder of a game: database, journal, positions and video, safe from a crash.

In come entries, calls, sentences, power events, `Observation`s and camera frames of a running game;
out goes a folder, which `GameFolder` reads during the game and after it. Begin with `game_store`
(writing), `game_folder` (reading) and `database` (tables). `video_recorder` writes the pictures in
short segments; `check` says whether all of it is whole.

Adding one: a new column or table is a line of `TABLES` in `database`, a higher `VERSION` with a way
to read the old one, a writer in `game_store`, a reader in `game_folder`, a row in docs/formats.md.
"""
