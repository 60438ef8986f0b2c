"""What a person may decide about a flag, and the journal entries that come of it.

In come a flag, the journal and a `RulingRequest`; out goes a `RulingEffect`. Begin with `rulings`.
`choices` and `call_outcome` say what may stand instead, `changes` folds the game with and without,
`given_ruling` reads rulings out of a journal.

Adding one: what may stand instead of a call is a row of `call_outcome.OUTCOMES`; a kind of ruling
is a word of `given_ruling.Ruling` with its branch in `rulings`.
"""
