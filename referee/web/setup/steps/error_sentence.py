"""An error of a step as the sentence that stands beside it."""

from __future__ import annotations


def sentence_of(error: Exception) -> str:
    """The error's own words, beginning and ending as a sentence does.

    >>> sentence_of(OSError("the disk is full"))
    'The disk is full.'
    """
    said = str(error).rstrip(".")
    return f"{said[:1].upper()}{said[1:]}."
