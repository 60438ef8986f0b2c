"""Turns at a stop, checked by where every base stood before and after.

In come the board as it came to rest, the board now, who may be turned and the rulebook's limits;
out goes what is illegal and what is only doubtful, with the old place of each base. Nothing here
costs yards: a base is put back. Begin with `pivot_check`; `pivot_watch` follows one stop after the
other, `who_may_turn` says who may.

Adding one: a limit is a setting of `PivotRules` and a check in `pivot_check`, which weighs it
against the measuring error: within that it is a doubt.
"""
