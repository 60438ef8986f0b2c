"""Lines: out of bounds, goal lines, the line to gain, and where the ball is dead.

In: frames of the carrier, or a call that ended the play. Out: touchdown, safety, out of bounds,
line to gain. Begin with `boundary`, a line watched for one carrier. Adding one: a subclass of
`BoundaryDetector` names its lines and says what a crossing is.
"""
