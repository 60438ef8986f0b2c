"""A night: from options and plan to the page, the voice and the log.

Begin in `night_choice` (which night is asked for), then `night_run` (the night while it runs).

In come options and a plan; out goes a game night until it is over or Ctrl-C. Adding one: an option
of a night is a key of `night.start.plan`, read in `night_choice`.
"""
