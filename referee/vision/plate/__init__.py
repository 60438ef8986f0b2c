"""What the board looks like with nothing on it, and what a frame shows beside that: a clean plate.

The camera does not move and the print does not change, so a picture of the empty board says of any
frame what is print and what is not. Comes in: pictures of the board, empty or with what is known to
stand there. Goes out: a `PlateDifference` of a frame. Begin with `clean_plate`, then
`plate_difference`; `plate_votes` builds a plate from what is uncovered during an evening. What a
plate has never seen uncovered it does not know, and says nothing of. Adding a use: ask the
difference, as `referee.vision.frame.plate_check` does.
"""
