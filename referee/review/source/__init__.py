"""Where a review gets its game from: a recorded game, or a night that is running.

In comes a folder or the interface of a night; out goes a `ReviewSource`. Begin with `source`.

Adding one: another place that games come from is a class with the members of `ReviewSource`.
"""
