"""The rulebooks of the leagues as data, and what reads them.

Each league has a folder: settings.toml (numbers and choices), procedure.toml (the steps of a play),
order.toml (the acts of a game, over what all leagues share in common/), rules.toml (every rule, and
behind ``by`` the modules that do it). In come these tables; out comes a `Rulebook` for calls and
game. To find the code of a rule, begin with rules.toml.

Adding one: a setting is a field in the rules of its room (`calls.call_rules`, `game.game_rules`)
and a key in every settings.toml; a league is a folder and its name in `loaders.rulebooks`.
"""
