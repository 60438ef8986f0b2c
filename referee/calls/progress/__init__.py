"""Forward progress: the carrier gains nothing for too long, comes back, is turned, or hemmed in.

In: frames with power, and the carrier's contacts. Out: `progress stopped`. Begin with
`forward_progress`. Adding one: a test that returns a `ProgressEnd`, asked in its `_ends`.
"""
