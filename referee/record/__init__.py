"""What is kept of a game: frames, calls, journal, video, and the sheets made of them.

In come `Observation`s, `Call`s, journal entries and camera pictures; out go files that other
programs read (docs/formats.md) and the same values read back. Begin with `game/game_store.py` for
writing, `game/game_folder.py` for reading and `tracks.py` for tracks files.

* `observation`, `tracks`, `tracks_roster`: what one frame shows, as a line of a file and back;
  `board_frames` makes of it the `BoardFrame` that the calls take.
* `calls_file`, `json_lines`: calls and other values as JSON lines.
* `video`, `video_file`: writing and reading video with an exact time for each picture.
* `game/`: the folder of a game. `sheet/`: its score sheet. `export/`: the same for other programs.
* `backup/`: games, plans and teams in one zip, and back.

Adding one: a fact of a frame is a field of `observation`, a key in `tracks`, a column in
`game/frame_rows` and a row in docs/formats.md; a file for other programs is in `export/`.
"""
