"""The score sheet of a game: tables of words, as a page (`html`) and on paper (`pdf`).

In comes a `PlayedGame`, made of a folder or of a running night; out goes a `ScoreSheet`. Begin with
`score_sheet`; `summary` makes the tables after the last quarter, `remarks` the last column.

Adding one: a table is a function in `summary` that returns a `SheetTable`; a number of a team or a
player is a line of `TEAM`, `RUNNING`, `PASSING`, `CATCHING` or `DEFENDING`. Page and paper follow.
"""
