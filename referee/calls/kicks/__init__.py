"""Calls about kicks: one that is blocked, and cover that is at the returner early or in time.

In come frames of the rush or of the time in the air; out come calls. Begin with `block`.

Adding one: a detector with its phase here, and its row in `engine.active_detectors`.
"""
