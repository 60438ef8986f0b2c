"""What a call or a stop leads to."""

from __future__ import annotations

from dataclasses import dataclass

from referee.official.play.state import PlayState
from referee.rulebooks.play_step import PlayStep


@dataclass(frozen=True, slots=True)
class Transition:
    """The play after a call or a stop, and the step it leads to; ``at_once``: under power.

    ``then`` is None where a play has to be named first.
    """

    state: PlayState
    then: PlayStep | None
    at_once: bool = False
