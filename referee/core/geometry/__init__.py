"""Bases on the board: outlines, gaps, reach beyond lines, instants, each with its error.

In: `BaseShape`s and `MeasuredPose`s. Out: lengths in mm and times, each with a sigma. Begin with
`base_shape`, `gap` and `reach`. Adding one: an outline is a function that returns a `BaseShape`.
"""
