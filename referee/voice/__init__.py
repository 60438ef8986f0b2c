"""Whistle and voice: signals and sentences, made into sound and played in their order.

In come utterances (`utterance.py`); out goes sound, here and on pages. The room knows nothing of
play: what is said is decided in `referee.night.sound`. Begin with `speaker.py`.

Adding one: a signal is a pattern in `whistle.py`; speech programs and players have their own rooms.
"""
