"""The gate before the switch: every reason why there may be no power.

The gate decides no play. The night asks it before power comes on and with every frame; one reason
is enough to keep the power off. A reason of one of the kinds in `CUTS_POWER` also cuts the power of
a board that runs: screens show the very same reasons, so none of them can say NOT WATCHING while
the lease is renewed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from referee.core.clock import MS_NS

# One look misses three hands in ten: so many frames in a row, and so long, have to show none.
CLEAR_FRAMES = 10
CLEAR_NS = 400 * MS_NS
# A frame that is older when it is decided about says nothing about now.
STALE_NS = 200 * MS_NS
# While no other comes, the newest one may grow so old: with 30 ms until that is noticed and 20 ms
# of relay the power is off 300 ms after the last instant that was seen.
OLDEST_NS = 250 * MS_NS
# A look for hands older than this says nothing about now.
LOOK_STALE_NS = 1_000 * MS_NS
NO_PICTURE = "no fresh picture comes from the camera."
NO_LOOK = "the look for hands is more than a second behind."


class PowerReasonKind(StrEnum):
    """The kinds of reasons that keep the power off."""

    ALARM = "alarm"
    PICTURES = "pictures"
    NOT_WATCHING = "not watching"
    SWITCH = "switch"
    SWITCH_LATCHED = "switch latched"
    SWITCHED_OFF = "switched off"
    LINE_UP_AWAITED = "line up awaited"
    HANDS = "hands"
    UNSEEN_PLAYERS = "unseen players"
    PLAY_OVER = "play over"
    OPEN_QUESTION = "open question"
    GAME_OVER = "game over"


# These cut the power of a board that runs. The others only keep it off: a single player who is not
# seen or not known is the calls' business, and what the rules say is the official's.
CUTS_POWER = frozenset(
    {
        PowerReasonKind.ALARM,
        PowerReasonKind.PICTURES,
        PowerReasonKind.NOT_WATCHING,
        PowerReasonKind.SWITCH,
        PowerReasonKind.SWITCH_LATCHED,
        PowerReasonKind.SWITCHED_OFF,
        PowerReasonKind.HANDS,
    }
)


# So many players who are not seen are no accident: the eyes need help.
MANY_UNSEEN = 3
WHERE_MANY_STAND = (
    "See to the camera and the light; else touch the figures, or show where they stand."
)
# What a person does about each, whatever the reason's own sentence says.
WHAT_TO_DO: Mapping[PowerReasonKind, str] = {
    PowerReasonKind.ALARM: "Look at the board; when all is well, press Clear.",
    PowerReasonKind.PICTURES: (
        "See to the camera, or calibrate it again; it goes on by itself once the board is seen."
    ),
    PowerReasonKind.NOT_WATCHING: (
        "See to the camera, its cable and the light; it goes on by itself with the next picture."
    ),
    PowerReasonKind.SWITCH: "See to the power device and its cable; it is found by itself.",
    PowerReasonKind.SWITCH_LATCHED: "Look at the board; when all is well, press Clear.",
    PowerReasonKind.SWITCHED_OFF: "Look at the board; when all is well, press Clear.",
    PowerReasonKind.LINE_UP_AWAITED: "Set both teams up and take your hands away.",
    PowerReasonKind.HANDS: "Take your hands away.",
    PowerReasonKind.UNSEEN_PLAYERS: "Touch the figure, or show where it stands.",
    PowerReasonKind.PLAY_OVER: "Wait a moment: the play is being counted.",
    PowerReasonKind.OPEN_QUESTION: "Answer what is asked.",
    PowerReasonKind.GAME_OVER: "Undo takes the last entry back.",
}


@dataclass(frozen=True, slots=True)
class PowerReason:
    """Why there is no power, as a sentence for people; ``players`` are those it names.

    ``detail`` is the sentence without what its kind says already, empty: the whole sentence.
    """

    kind: PowerReasonKind
    sentence: str
    players: tuple[str, ...] = ()
    detail: str = ""

    @property
    def why(self) -> str:
        """The sentence without what its kind says already."""
        return self.detail or self.sentence

    @property
    def what_to_do(self) -> str:
        """What a person does about it, as a sentence."""
        many = self.kind is PowerReasonKind.UNSEEN_PLAYERS and len(self.players) >= MANY_UNSEEN
        return WHERE_MANY_STAND if many else WHAT_TO_DO[self.kind]


def not_watching(why: str) -> PowerReason:
    """The referee does not see the board; ``why`` is a sentence without a capital."""
    return PowerReason(PowerReasonKind.NOT_WATCHING, f"NOT WATCHING: {why}", detail=why)


HANDS_ABOVE_BOARD = PowerReason(PowerReasonKind.HANDS, "Hands are above the board.")
CLEAR_FIRST = PowerReason(
    PowerReasonKind.SWITCH_LATCHED,
    "The power is locked: look at the board, then press Clear.",
)
SWITCHED_OFF = PowerReason(
    PowerReasonKind.SWITCHED_OFF,
    "A person has switched off: off it stays until a person has looked and presses Clear.",
)
# A person has to look before there is power again: these are what "Clear" is for.
CLEARED_BY_LOOKING = frozenset(
    {
        PowerReasonKind.ALARM,
        PowerReasonKind.SWITCH_LATCHED,
        PowerReasonKind.SWITCHED_OFF,
    }
)


@dataclass
class HandsAway:
    """Counts the frames in a row that show no hand."""

    _frames: int = 0
    _since_ns: int = 0

    def update(self, t_ns: int, hand: bool) -> None:
        """Take in a frame, and whether there is a hand in it."""
        if hand or self._frames == 0:
            self._since_ns = t_ns
        self._frames = 0 if hand else self._frames + 1

    def clear(self, t_ns: int) -> bool:
        """Whether hands have been away long enough to believe it."""
        return self._frames >= CLEAR_FRAMES and t_ns - self._since_ns >= CLEAR_NS


@dataclass(frozen=True, slots=True)
class GateConditions:
    """Everything the gate goes by, at one instant.

    ``frame_ns`` and ``looked_ns`` are the instants of the newest frame and of the last look for
    hands, None before the first. ``camera``, ``switch`` and ``alarm`` are sentences about what is
    wrong, empty where all is well, as is ``lost`` about a board on which nearly nobody is seen any
    more; ``latched``: the switch waits for a person to clear it; ``person_off``: a person has
    switched off. ``line_up_awaited`` is a sentence while the eyes wait for a line-up. ``unseen``
    are players who are not seen and whose places the rules need; ``official`` are the reasons of
    the rules. Who is who keeps no power off: a play needs bodies, not names.
    """

    now_ns: int
    frame_ns: int | None
    looked_ns: int | None
    hands_away: bool
    camera: str = ""
    lost: str = ""
    line_up_awaited: str = ""
    switch: str = ""
    latched: bool = False
    person_off: bool = False
    alarm: str = ""
    unseen: tuple[str, ...] = ()
    official: tuple[PowerReason, ...] = ()


def reasons_against_power(at: GateConditions) -> tuple[PowerReason, ...]:
    """Why there may be no power now, the gravest first; empty: there may be power."""
    return tuple(_reasons(at))


def reason_to_cut(reasons: Iterable[PowerReason]) -> PowerReason | None:
    """The first of these reasons that cuts the power of a board that runs; None: none does."""
    return next((reason for reason in reasons if reason.kind in CUTS_POWER), None)


def _blind(at: GateConditions) -> str:
    """Why nobody watches the board now, empty if somebody does."""
    if at.frame_ns is None or at.now_ns - at.frame_ns > STALE_NS:
        return NO_PICTURE
    if at.looked_ns is None or at.now_ns - at.looked_ns > LOOK_STALE_NS:
        return NO_LOOK
    return at.lost


def _reasons(at: GateConditions) -> Iterator[PowerReason]:
    kinds = PowerReasonKind
    if at.alarm:
        yield PowerReason(kinds.ALARM, at.alarm)
    if at.camera:
        yield PowerReason(kinds.PICTURES, at.camera)
    elif blind := _blind(at):
        yield not_watching(blind)
    if at.switch:
        yield PowerReason(kinds.SWITCH, at.switch)
    if at.person_off:
        yield SWITCHED_OFF
    elif at.latched and not at.switch:
        yield CLEAR_FIRST
    if at.line_up_awaited:
        yield PowerReason(kinds.LINE_UP_AWAITED, at.line_up_awaited)
    if not at.hands_away:
        yield HANDS_ABOVE_BOARD
    if at.unseen:
        yield PowerReason(kinds.UNSEEN_PLAYERS, f"Not seen: {', '.join(at.unseen)}.", at.unseen)
    yield from at.official
