"""Words that somebody spoke or typed, as commands: the one place where a recogniser joins in.

    command = command_from_words("twenty-two has the ball", SpokenContext(roster, team))
    night.submit(command, reply)

Whoever recognises speech hands over plain words with a certainty; what is not in the table here is
no command. A word that takes the power away is believed sooner than any other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from referee.calls.play_name import PlayName
from referee.core.errors import BadValue
from referee.core.roster import Roster, Team
from referee.night.commands import (
    ClearAlarm,
    Command,
    Declare,
    PanicOff,
    ReportReady,
    RevokeReady,
    SideDone,
    StopBoard,
    UndoLastEntry,
)
from referee.official.declarations.types import (
    BallHandedOff,
    BallLateraled,
    BallPitched,
    Declaration,
    PassAimed,
    PlayNamed,
    TargetRemoved,
)
from referee.voice.pronunciation import as_spoken

# Words of a lower certainty are not believed.
CERTAIN = 0.8
# The same for a stop: one that nobody wanted costs less than one that is not heard.
CERTAIN_ENOUGH_TO_STOP = 0.4
# So many characters are looked at.
LONGEST = 120
STOPS = (StopBoard, PanicOff)


@dataclass(frozen=True, slots=True)
class SpokenContext:
    """Who is spoken of by a bare number: the players of the team that has the ball."""

    roster: Roster
    team: Team

    def player(self, number: str) -> str | None:
        """The player of a number in words."""
        return next(
            (
                player.id
                for player in self.roster
                if player.team is self.team and _plain(str(player.number)) == number
            ),
            None,
        )


def command_from_words(words: str, at: SpokenContext, certainty: float = 1.0) -> Command:
    """The command in plain words; a `BadValue` says what could have been said."""
    said = _plain(words[:LONGEST])
    command = _FIXED.get(said) or next(_with_number(said, at), None)
    if command is None:
        sentence = f"{words[:LONGEST]!r} was not understood; say something such as {EXAMPLES}"
        raise BadValue("words", words[:LONGEST], f"such as {EXAMPLES}", sentence=sentence)
    least = CERTAIN_ENOUGH_TO_STOP if isinstance(command, STOPS) else CERTAIN
    if certainty < least:
        raise BadValue("certainty", round(certainty, 2), f"{least:g} or more for {said!r}")
    return command


def _with_number(said: str, at: SpokenContext) -> Iterator[Command]:
    for pattern, make in _SENTENCES:
        match = pattern.fullmatch(said)
        if match is None:
            continue
        player = at.player(match["who"])
        if player is None:
            allowed = f"the number of a player of the team that has the ball, {at.team.value}"
            raise BadValue("number", match["who"], allowed)
        yield Declare(make(player))


def _plain(words: str) -> str:
    """Small letters, numbers in words, no marks: "22 has it." and "Twenty two has it" are one."""
    return " ".join(re.sub(r"[^\w\s]", " ", as_spoken(words).lower()).split())


_FIXED: Mapping[str, Command] = {
    "ready": ReportReady(),
    "set": ReportReady(),
    "not ready": RevokeReady(),
    "side is set": SideDone(),
    "offense is set": SideDone(),
    "defense is set": SideDone(),
    "wait": RevokeReady(),
    "stop": StopBoard(),
    "power off": PanicOff(),
    "off": PanicOff(),
    "all clear": ClearAlarm(),
    "undo": UndoLastEntry(),
    "take it back": UndoLastEntry(),
    "take up the target": Declare(TargetRemoved()),
    "backward pass": Declare(PassAimed(backward=True)),
    **{_plain(play.value): Declare(PlayNamed(play)) for play in PlayName},
}
_WHO = r"(?:number )?(?P<who>[a-z]+(?: [a-z]+){0,3})"
_SENTENCES: tuple[tuple[re.Pattern[str], Callable[[str], Declaration]], ...] = (
    (re.compile(rf"{_WHO} has (?:the ball|it)"), lambda who: PlayNamed(carrier=who)),
    (re.compile(rf"(?:pass|throw) to {_WHO}"), lambda who: PassAimed(receiver=who)),
    (
        re.compile(rf"(?:backward (?:pass|throw)|(?:pass|throw) back(?:ward)?) to {_WHO}"),
        lambda who: PassAimed(receiver=who, backward=True),
    ),
    (re.compile(rf"(?:handoff|hand off) to {_WHO}"), BallHandedOff),
    (re.compile(rf"pitch to {_WHO}"), BallPitched),
    (re.compile(rf"lateral to {_WHO}"), BallLateraled),
    *(
        (
            re.compile(rf"{_plain(play.value)} (?:by|with) {_WHO}"),
            lambda who, play=play: PlayNamed(play, who),
        )
        for play in PlayName
    ),
)
EXAMPLES = (
    '"ready", "stop", "off", "sweep", "22 has the ball", "pass to 88", "backward pass to 22", '
    '"run by 33"'
)
