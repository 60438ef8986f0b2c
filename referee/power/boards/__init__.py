"""The bought relay boards: the bytes each understands, and how it answers.

In come the guard's orders; out go bytes. Begin with `dialect` (what a board may know) and `device`
(the same timing and questions for all). Adding one: see `referee.power`.
"""
