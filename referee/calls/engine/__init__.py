"""What runs the detectors: which are awake, which event ends the play, what is lost.

In: frames, one phase of a play after the other. Out: the calls that stand, and when to cut the
power. Begin with `play_judge`. Adding one: a detector is a row in `active_detectors`.
"""
