"""What `referee` alone does: a page with the games, which starts and stops other runs of itself.

Begin in `home`; `started_runs` has the runs. In comes a port; out goes the page until Ctrl-C.

Adding one: something to start is a row of `StartKind` and its words in `started_runs`.
"""
