"""What a rulebook wants called in a play whose truth is known.

Comes in: a `RecordedPlay` and the rulebook's settings. Goes out: a `PlayStory`, the true end and
what else is to be called. It applies the rules as they read, and uses none of the calls' code.
Begin with ``play_story.py``.

Adding one: what a rule wants called is a step of ``play_story.py``, written from the rulebook's
text.
"""
