"""Passes: to a marker on the board, with the passing figure, pitches, and the ball thrown away.

In: frames with the marker, or a declaration at a stop. Out: catch, interception, incomplete and
what follows from them, or a refusal with its rule. Begin with `flight` (a pass in the air) and
`pass_play` (what is asked at a stop). Adding one: what decides a pass is a `Claim`; what is refused
at a stop is a `StopTest`.
"""
