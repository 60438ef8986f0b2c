"""Is this computer ready for a game: camera, serial device, disk, each in a line.

Begin in `examination`. Adding a check: a function that gives a `Diagnosis`, called there.

In come a camera and a port, if named; out goes a `Diagnosis` for each check.
"""
