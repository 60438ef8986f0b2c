"""What the night says by itself where the rulebook needs a word and the picture leaves no doubt.

A ball or a target that is laid on the field says itself what it is: `magnets` has those.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from referee.calls.plays import Play
from referee.calls.situation import PASSER_HAS_IT
from referee.official.line_up import Form, LineUp
from referee.official.outcome import Notice
from referee.official.said import Named
from referee.play.setting import CLEAR
from referee.rulebooks.period import Period

# What a passer does who keeps the ball, the first that the stop knows.
KEEPS = (Play.RUN, Play.SCRAMBLE, Play.SNEAK)
SNAP, PLAY = "snap", "play"


@dataclass(frozen=True, slots=True)
class Taken:
    """A word nobody said: what was asked, and what was taken for the answer."""

    what: str
    value: str
    said: Named


class Defaults:
    """Asked every frame at rest; answers at most one thing at a time."""

    def __init__(self) -> None:
        self.taken: tuple[Taken, ...] = ()

    def forget(self) -> None:
        """A new play: nothing has been taken for granted yet."""
        self.taken = ()

    def see(self, notice: Notice, found: LineUp | None, *, ready: bool) -> Taken | None:
        """What to say now, if anything. ``ready``: the coach has nothing more to say."""
        for what, answer in _ANSWERS.items():
            before = next((each for each in self.taken if each.what == what), None)
            taken = answer(notice, found, before, ready)
            if taken is not None:
                self.taken = (*(each for each in self.taken if each is not before), taken)
                return taken
        return None


def keeps(notice: Notice) -> Play | None:
    """The play of a passer who keeps the ball, at this stop."""
    return next((play for play in KEEPS if play in notice.plays), None)


def _snap(notice: Notice, found: LineUp | None, before: Taken | None, _ready: bool) -> Taken | None:
    """Before the snap the quarterback has the ball, unless somebody says anything else."""
    if notice.period is not Period.SET or notice.phase not in PASSER_HAS_IT or found is None:
        return None
    man = found.quarterback
    if man is None or man.certainty < CLEAR or found.form is not Form.SCRIMMAGE:
        return None
    unsaid = notice.carrier is None or (before is not None and notice.carrier == before.value)
    if not unsaid or notice.carrier == man.player:
        return None
    return Taken(SNAP, man.player, Named(None, man.player))


def _play(
    notice: Notice, _found: LineUp | None, _before: Taken | None, ready: bool
) -> Taken | None:
    """Who is ready and has named nothing, where a play has to be named, keeps the ball."""
    play = keeps(notice)
    asked = any(ask.what == PLAY for ask in notice.asks)
    if play is None or not asked or not ready or notice.carrier is None:
        return None
    return Taken(PLAY, play.value, Named(play, notice.carrier))


_Answer = Callable[[Notice, LineUp | None, Taken | None, bool], Taken | None]
_ANSWERS: Mapping[str, _Answer] = {SNAP: _snap, PLAY: _play}
