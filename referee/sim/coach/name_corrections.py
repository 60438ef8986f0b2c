"""What the coach says about names: everybody once, then only those that the page shows wrong.

A patient person: names are corrected between plays, after the eyes have had time with hands away.
Every word is in the diary of the sender.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.core.clock import S_NS
from referee.night.commands import AnswerNameDoubt, NamePlayers, SayWhoPlayed, SwapPlayers
from referee.night.gate import PowerReasonKind
from referee.night.screen.snapshot import Snapshot
from referee.sim.coach.coach_context import CoachContext
from referee.sim.coach.command_sender import SentCommand
from referee.sim.physics import Pivot
from referee.vision.roster.roster_frame import IdentityDoubt

# The eyes are left alone for so long, the board at rest and hands away, before a name is corrected.
EYES_NS = 3 * S_NS
# A correction takes a person so long.
TAP_NS = S_NS
# So often names are corrected in one line-up; then the play goes on as it is.
MOST_TRIES = 6
# A doubt of the eyes is answered after so long.
ANSWER_NS = S_NS
# A figure that is not seen is touched after so long, once the eyes were left alone.
TOUCH_NS = 5 * S_NS
# Names that hold up the power for so long are all said again.
CARD_NS = 12 * S_NS
# After so long everything is tried again.
AFRESH_NS = 60 * S_NS
# Eyes that look for a line-up are left alone for so long: a hand would make them begin again.
SEARCH_NS = 20 * S_NS
TOUCH_DEG = 3.0
# A card with more names than this is a set-up, not a correction.
SET_UP_NAMES = 18
# Why there is no power as long as somebody is not seen or not known.
ABOUT_NAMES = frozenset(
    {
        PowerReasonKind.LINE_UP_AWAITED,
        PowerReasonKind.UNSEEN_PLAYERS,
    }
)


@dataclass(frozen=True, slots=True)
class NamesSaid:
    """How often the coach said something about names, as its diary has it.

    ``set_ups`` named everybody; the others are corrections and answers, ``within_plays`` those
    between the snap and the spot.
    """

    set_ups: int
    between_plays: int
    within_plays: int


def names_said(diary: Iterable[SentCommand]) -> NamesSaid:
    """Counts what was said about names."""
    said = [each for each in diary if isinstance(each.command, _ABOUT) or _put_right(each)]
    corrections = [each for each in said if not _names_everybody(each)]
    within = sum(each.live for each in corrections)
    return NamesSaid(len(said) - len(corrections), len(corrections) - within, within)


_ABOUT = (NamePlayers, SwapPlayers, AnswerNameDoubt)


def _put_right(said: SentCommand) -> bool:
    """Whether the answer to a question about a play was another name than the one shown."""
    return isinstance(said.command, SayWhoPlayed) and said.command.corrects


def _names_everybody(said: SentCommand) -> bool:
    command = said.command
    return isinstance(command, NamePlayers) and len(command.places_mm) > SET_UP_NAMES


class NameCorrections:
    """``introduced``: the referee knows everybody already; else `introduce` says it once."""

    def __init__(self, context: CoachContext, *, introduced: bool) -> None:
        self._context, self.introduced = context, introduced
        self._stirred_ns: int | None = None
        self._corrected_ns: int | None = None
        self._tries = 0
        self._held_ns: int | None = None
        self._search_ns: int | None = None
        self._touched: frozenset[str] = frozenset()
        self._answered: frozenset[int] = frozenset()
        self._carded = False
        self._who_played: int | None = None

    def stir(self, t_ns: int) -> None:
        """The board runs, or hands are at work."""
        self._stirred_ns, self._tries = t_ns, 0

    def introduce(self, at: Snapshot) -> None:
        """Say who stands where, everybody, with a finger: the set-up of the first line-up."""
        self.introduced = True
        self._name_all(at)

    def step(self, at: Snapshot) -> bool:
        """Do the next thing about names; whether the coach waits for names."""
        held = any(reason.kind in ABOUT_NAMES for reason in at.reasons)
        if self._searched(at):
            return True
        # Questions go first: eyes that wait for an answer undo what is corrected meanwhile.
        fresh = bool(self._fresh(at))
        if not self._context.live and not fresh and self._correct(at):
            return True
        asked = held or (not self._context.live and fresh)
        if not asked:
            self._held_ns, self._touched, self._carded = None, frozenset(), False
            return False
        return self._help(at, held=held)

    def say_who_played(self, at: Snapshot) -> bool:
        """Answer once what the page asks about a name of the play; whether there was anything.

        The figures stand where the play ended. A figure that is neither of the two, or that the
        page does not show, is left: the coach says nothing of it.
        """
        asked = at.who_played
        if asked is None or asked.number == self._who_played:
            return False
        self._who_played = asked.number
        base = None if at.board is None else at.board.find(asked.shown)
        real = None if base is None else self._context.taps.read(base.measured.pose)
        who = real if real in (asked.shown, asked.other) else None
        self._context.submit(at, SayWhoPlayed(asked.number, asked.shown, who))
        return True

    def wrong(self, at: Snapshot) -> list[tuple[str, str]]:
        """Names shown on somebody else's figure, and whose it is; none that are asked about."""
        read = self._context.taps.read
        seen = () if at.board is None else at.board.seen
        asked = {name for doubt in at.doubts for name in doubt.players}
        standing = [each for each in seen if not each.lies and each.player not in asked]
        shown = [(each.player, read(each.measured.pose)) for each in standing]
        return [(name, real) for name, real in shown if real is not None and real != name]

    def _correct(self, at: Snapshot) -> bool:
        """Correct the wrong names, after the eyes have had their time; whether there were any."""
        wrong = self.wrong(at)
        if not wrong or self._tries >= MOST_TRIES:
            return False
        if _since(at, self._stirred_ns, EYES_NS) or _since(at, self._corrected_ns, TAP_NS):
            return True
        self._tries += 1
        self._corrected_ns = at.t_ns
        real = sorted({name for _, name in wrong})
        self._context.submit(at, NamePlayers(self._context.taps.card(real)))
        return True

    def _fresh(self, at: Snapshot) -> list[int]:
        """Numbers of the doubts that were not answered yet."""
        return [doubt.number for doubt in at.doubts if doubt.number not in self._answered]

    def _help(self, at: Snapshot, *, held: bool) -> bool:
        """Answer what the page asks, and touch whoever it misses."""
        context = self._context
        if self._held_ns is None:
            self._held_ns = at.t_ns
        waited_ns = at.t_ns - self._held_ns
        fresh = self._fresh(at)
        there = context.taps.on_board  # nobody touches a figure that waits beside the board
        missed = [name for name in _missed(at) if name in there and name not in self._touched]
        if fresh:
            if waited_ns >= ANSWER_NS:
                self._answered |= {fresh[0]}
                doubt = next(each for each in at.doubts if each.number == fresh[0])
                context.submit(at, AnswerNameDoubt(doubt.number, self._standing(at, doubt)))
        elif missed and waited_ns >= TOUCH_NS and not _since(at, self._stirred_ns, EYES_NS):
            self._touched |= frozenset(missed)
            context.hands.turn([Pivot(name, by_deg=TOUCH_DEG) for name in missed])
        elif held and waited_ns >= CARD_NS and not self._carded:
            self._carded = True
            self._name_all(at)
        elif waited_ns >= AFRESH_NS:
            self._held_ns, self._touched, self._carded = None, frozenset(), False
            self._answered = frozenset()
        return True

    def _standing(self, at: Snapshot, doubt: IdentityDoubt) -> tuple[str, ...]:
        """Whose figures carry the names that the doubt is about, in its order.

        They may have gone on since it came up: what counts is where the page shows these names now.
        One that it does not show is whoever of the doubt is left, or else is looked for where the
        doubt came up.
        """
        seen = () if at.board is None else at.board.seen
        now = {each.player: (each.measured.pose.x_mm, each.measured.pose.y_mm) for each in seen}
        asked = list(zip(doubt.assumed, doubt.places_mm, strict=True))
        shown = [name for name, _ in asked if name in now]
        read = dict(zip(shown, self._context.taps.standing([now[n] for n in shown]), strict=True))
        left = [name for name in doubt.players if name not in read.values()]
        if len(left) < len(asked) - len(shown):
            return self._context.taps.standing([now.get(name, place) for name, place in asked])
        return tuple(read.get(name) or left.pop(0) for name, _ in asked)

    def _searched(self, at: Snapshot) -> bool:
        """Whether the referee looks for a line-up; a card for it is filled in now and then."""
        if not any(reason.kind is PowerReasonKind.LINE_UP_AWAITED for reason in at.reasons):
            self._search_ns = None
            return False
        self._held_ns = None
        if self._search_ns is None:
            self._search_ns = at.t_ns
        elif at.t_ns - self._search_ns >= SEARCH_NS:
            self._search_ns = None
            self._name_all(at)
        return True

    def _name_all(self, at: Snapshot) -> None:
        self._context.submit(at, NamePlayers(self._context.taps.card()))


def _since(at: Snapshot, then_ns: int | None, less_ns: int) -> bool:
    """Whether something happened less than so long ago."""
    return then_ns is not None and at.t_ns - then_ns < less_ns


def _missed(at: Snapshot) -> list[str]:
    """Players whom the referee reports as not seen."""
    unseen = (why for why in at.reasons if why.kind is PowerReasonKind.UNSEEN_PLAYERS)
    return [name for reason in unseen for name in reason.players]
