"""What the motion of two bases tells of a touch: least gap, motion before, and kick.

In: the frames of a pair in order, and when the power went off. Out: how likely the two touched,
some frames after they were nearest. Begin with `close_approach`. Adding one more number: a module
that works it out from `smoothed_motion`, a field of `touch_evidence`, a weight in `touch_odds`.
"""
