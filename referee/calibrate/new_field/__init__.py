"""A field without a file: its measures read from pictures and the length between goal lines.

In: pictures, that length in mm, perhaps the width or four corners. Out: `MeasuredField` with the
profile, its calibration, what was guessed, and a sigma in mm for each measure. Begin with
`measured_field`. Adding one: a measure that no line gives is read in `measures`; one that a line
gives is an open line in `joint_fit`.
"""
