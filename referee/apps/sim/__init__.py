"""The simulated board: recordings, one picture, formations, and its camera as a camera.

In come options of a simulated game; out go recordings with the truth beside them, or frames. Begin
with `recording`. Adding one: an option of the board is a field of its setup, read in
`setup_options`.
"""
