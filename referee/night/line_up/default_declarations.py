"""What the night says by itself where the rulebook needs a word and the picture leaves no doubt.

A ball or a target that is laid on the field says itself what it is: `magnets` has those.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from referee.calls.phase_state import PASSER_HAS_IT
from referee.calls.play_name import PlayName
from referee.night.line_up.line_up_reader import CLEAR_ROLE
from referee.official.declarations.types import PlayNamed
from referee.official.line_up.line_up import LineUp, LineUpForm
from referee.official.outcome import PlayNotice
from referee.rulebooks.play_step import PlayStep

# What a passer does who keeps the ball, the first that the stop knows.
KEEPS = (PlayName.RUN, PlayName.SCRAMBLE, PlayName.SNEAK)
# What is asked, as pages name it.
SNAP = "snap"
PLAY = "play"


@dataclass(frozen=True, slots=True)
class DefaultAnswer:
    """A word nobody said: what was asked, and what was taken for the answer."""

    what: str
    value: str
    said: PlayNamed


class DefaultDeclarations:
    """Asked every frame at rest; answers at most one thing at a time."""

    def __init__(self) -> None:
        self.taken: tuple[DefaultAnswer, ...] = ()

    def forget(self) -> None:
        """A new play: nothing has been taken for granted yet."""
        self.taken = ()

    def update(
        self, notice: PlayNotice, found: LineUp | None, *, ready: bool
    ) -> DefaultAnswer | None:
        """What to say now, if anything. ``ready``: the coach has nothing more to say."""
        for what, answer in _ANSWERS.items():
            before = next((each for each in self.taken if each.what == what), None)
            taken = answer(notice, found, before, ready)
            if taken is not None:
                self.taken = (*(each for each in self.taken if each is not before), taken)
                return taken
        return None


def keep_play(notice: PlayNotice) -> PlayName | None:
    """The play of a passer who keeps the ball, at this stop."""
    return next((play for play in KEEPS if play in notice.plays), None)


def _snap(
    notice: PlayNotice, found: LineUp | None, before: DefaultAnswer | None, _ready: bool
) -> DefaultAnswer | None:
    """Before the snap the quarterback has the ball, unless somebody says anything else."""
    if notice.step is not PlayStep.SET or notice.phase not in PASSER_HAS_IT or found is None:
        return None
    man = found.quarterback
    if man is None or man.certainty < CLEAR_ROLE or found.form is not LineUpForm.SCRIMMAGE:
        return None
    unsaid = notice.carrier is None or (before is not None and notice.carrier == before.value)
    if not unsaid or notice.carrier == man.player:
        return None
    return DefaultAnswer(SNAP, man.player, PlayNamed(None, man.player))


def _play(
    notice: PlayNotice, _found: LineUp | None, _before: DefaultAnswer | None, ready: bool
) -> DefaultAnswer | None:
    """Who is ready and has named nothing, where a play has to be named, keeps the ball."""
    play = keep_play(notice)
    asked = any(ask.what == PLAY for ask in notice.asks)
    if play is None or not asked or not ready or notice.carrier is None:
        return None
    return DefaultAnswer(PLAY, play.value, PlayNamed(play, notice.carrier))


_DefaultRule = Callable[
    [PlayNotice, LineUp | None, DefaultAnswer | None, bool], DefaultAnswer | None
]
_ANSWERS: Mapping[str, _DefaultRule] = {SNAP: _snap, PLAY: _play}
