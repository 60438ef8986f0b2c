"""The order of a game: which act follows which, what may happen in each, and what that counts for.

In come a state and a rulebook's `GameOrder`; out come offers, which are all that may happen next,
and the states after tries and counted plays. Begin with `game_order`, then `offers`.

Adding one: an act is a `GamePhase` with a row in every order.toml; what may come out of an act is
an `Outcome` with its line in the table of `offers` and its step in `game.fold`.
"""
