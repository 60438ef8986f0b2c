"""What the eyes hand to the night with every frame."""

from __future__ import annotations

from dataclasses import dataclass

from referee.calls.frame import BoardFrame


@dataclass(frozen=True, slots=True)
class NightFrame:
    """What the eyes made of a frame: the board, hands over it, and how old both are.

    ``looked_ns`` is the instant of the last look for hands, None: not yet. ``camera`` says what is
    wrong with the pictures, empty: nothing. ``line_up_awaited`` is a sentence while the eyes wait
    for a line-up, empty once they follow one.
    """

    board: BoardFrame
    hands: bool
    looked_ns: int | None
    now_ns: int
    camera: str = ""
    line_up_awaited: str = ""
