"""Review of flagged calls: what was seen around the instant, and what a ruling changes.

In comes a `ReviewSource`: the folder of a game, or a night that is running. Out go the flags
(`queue`), a `Replay` of each, and the journal entries of a ruling. Begin with `review.Review`.

One way to overturn: `rulings.effect_of_ruling` makes the entries and shows what they change,
`ReviewSource.give` writes them. A recorded game appends them to its journal; a live game sends
them to the night as `ApplyRulings`, and `Ledger.overturn` writes them. One way to undo: the ruling
`REOPEN` takes back a ruling and what came with it; `Ledger.undo` takes back a night's last event.

Adding one: an outcome that may stand instead of a call is a row of `rulings.call_outcome.OUTCOMES`;
a length to plot is a kind of call in `replay.curve`.
"""
