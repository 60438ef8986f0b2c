"""What the commands do once their options are read: one function for each command.

In come checked options (a ``<Command>Options`` or a few values); out go lines on the terminal,
files, or a page until Ctrl-C. A wrong input is a ``BadValue``, which the command line turns into
one sentence. Apps use every room of use, and import neither `referee.cli` nor `referee.lab`.
Begin in the room of the thing: `play` for a night, `sight` for pictures and videos, `calibrate`,
`games`, `rules`, `boards`, `power`, `sound`, `doctor`, `sim`; `terminal` has what they share.

Adding one: write ``run_...`` in the room of its subject, print JSON by `terminal.print_json` and
progress by `terminal.progress`, show a page by `terminal.shown_page`, and give the command its
options in `referee.cli`.
"""
