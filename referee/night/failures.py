"""An error in words for people. Its traceback is for the log of the night."""

from __future__ import annotations

from referee.core.errors import BadValue

# Errors whose own words were written for people; of any other, only its kind is said.
SAID_AS_THEY_ARE = (BadValue, RuntimeError, OSError)
START_AGAIN = "Stop the program with Ctrl-C and start it again."


def words_of(error: BaseException) -> str:
    """What went wrong, never empty, to be put into a sentence.

    >>> words_of(OSError("the disk is full")), words_of(KeyError("H12"))
    ('the disk is full', 'an error in the program (KeyError)')
    """
    said = str(error) if isinstance(error, SAID_AS_THEY_ARE) else ""
    return said or f"an error in the program ({type(error).__name__})"
