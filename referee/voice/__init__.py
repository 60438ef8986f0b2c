"""Whistle and voice: sounds made, sentences spoken, in their order; knows nothing of play."""
