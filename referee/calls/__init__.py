"""Calls: what happened on the board, how sure that is, and what a rulebook makes of it. Pure code.

In: `BoardFrame`s in order, the `PhaseState` of the play, and a `JudgingContext` (rulebook, field,
players, thresholds). Out: `Call`s, each with its rule, instant, certainty, spot and `Doubt`s, and
whether the power has to go off. Begin with `engine.play_judge`, then `call`, `detector`, `context`.

Adding a call:

1. A name for it in `call.CallKind`; in `ENDS_PLAY` too if the play is over with it.
2. Its settings: a dataclass of `Ruled` fields, named in `call_rules.CallRules` and filled in by the
   `settings.toml` of every rulebook, with the rule's id.
3. A module in the room of its subject with a `Detector`: built from a `RunContext`, with `phases`,
   `update`, and where needed `close`, `open_doubts`, `watches`. `call_builder.build_call` makes the
   call; what it is about is a topic of `episode.EpisodeTopic`, a new reason for a flag a line of
   `doubts.DoubtKind`.
4. A row in `engine.active_detectors`.
5. A case of each rulebook that has it, and tests of the detector.
"""
