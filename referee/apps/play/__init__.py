"""A night: from options and plan to the page, the voice and the log.

Begin in `night_choice` (which night is asked for), then `night_run` (the night while it runs).
"""
