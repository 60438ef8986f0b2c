"""Contact: did two bases touch, since when, and with which part of each. No rulebook asks here.

In: frames. Out: for each pair the `Touch`es it may have had, with probabilities, and who may have
touched unseen. Begin with `pair_tracker` (one pair), then `contact_tracker` (a carrier and its
opponents). Adding one: evidence for a touch is a factor of the odds in `pair_tracker.touches`.
"""
