"""What is printed on an unknown field: ends, outer lines, and rows of marks, read along strips.

In: a picture and a camera that is nearly known. Out: places in mm of the board, or None where
nothing is seen. Begin with `board_strips` (brightness along a strip). Adding one: a row of marks is
a function in `mark_rows` that returns a `MarkRow`.
"""
