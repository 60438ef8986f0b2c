"""Magnets as commands: one that is laid on the field is understood once, and may be taken back.

    told = reader.update(look_ns, markers, steady=True, power=False, at=scene)
    for each in told: ...           # say each.sentence, do each.command

Pure: everything it knows of the board comes with the looks, and of the game with the scene.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from referee.night.commands import Command
from referee.night.magnets.meanings import MagnetMeaning, meaning_of
from referee.night.magnets.placed_magnet import (
    MagnetScene,
    PlacedMagnet,
    kind_probabilities,
    on_field,
)
from referee.night.magnets.tracker import RESTS_NS, MagnetTracker, TrackedMagnet
from referee.record.observation import ObservedMarker
from referee.vision.sighting import Thing

SURE_OF_KIND = 0.8
# After this long what is not sure is asked about.
UNSURE_NS = 3 * RESTS_NS
KEPT = 6
SEEN_TWICE = 2


@dataclass(frozen=True, slots=True)
class MagnetReading:
    """What the referee made of a magnet. ``taken_back``: it is not so any more.

    ``may_be_taken_back``: as long as nothing has come of it. ``asks``: it could not tell of two
    kinds which one lies there, and ``kind`` is not to be relied on.
    """

    number: int
    t_ns: int
    kind: str
    x_mm: float
    y_mm: float
    sentence: str
    command: Command | None = None
    taken_back: bool = False
    may_be_taken_back: bool = False
    asks: bool = False


class MagnetReader:
    """One night's magnets; fed with each look at the board, in order."""

    def __init__(self) -> None:
        self._newest: deque[MagnetReading] = deque(maxlen=KEPT)
        self._magnets = MagnetTracker()
        self._open: dict[int, tuple[MagnetReading, MagnetMeaning]] = {}
        self._asked: set[int] = set()
        self._power, self._off_ns = False, 0
        self._count = 0

    def update(
        self,
        look_ns: int,
        markers: Sequence[ObservedMarker],
        *,
        steady: bool,
        power: bool,
        at: MagnetScene,
    ) -> tuple[MagnetReading, ...]:
        """What is to be said and done; ``steady``: no hand is above the board."""
        if self._power and not power:
            self._off_ns = look_ns
        if power and not self._power:
            self._open.clear()  # what was laid has had its effect
        self._power = power
        gone = self._magnets.update(look_ns, markers, steady=steady, power=power)
        if power or not steady:
            return ()
        told = [*self._taken_up(look_ns, gone, at), *self._laid(look_ns, at)]
        self._newest.extend(told)
        return tuple(told)

    def take_back(self, number: int, now_ns: int) -> MagnetReading | None:
        """A person says that it was not meant so; None: there is nothing to take back."""
        for lying, (told, meant) in self._open.items():
            if told.number == number and meant.back is not None:
                del self._open[lying]
                back = self._told(now_ns, _laid_as(told), meant.taken_back, meant.back, back=True)
                self._newest.append(back)
                return back
        return None

    @property
    def newest(self) -> tuple[MagnetReading, ...]:
        """What was understood, the newest last."""
        may = {told.number for told, meant in self._open.values() if meant.back is not None}
        return tuple(replace(each, may_be_taken_back=each.number in may) for each in self._newest)

    def _laid(self, look_ns: int, at: MagnetScene) -> Iterator[MagnetReading]:
        for magnet in self._magnets.lying:
            if magnet.told or magnet.usual or not magnet.rests(look_ns):
                continue
            laid = self._as_laid(magnet, magnet.taken_for)
            kind, chance = _kind(magnet, laid, at)
            laid = replace(laid, kind=kind)
            if not on_field(laid, at.field):
                continue
            if chance < SURE_OF_KIND:
                yield from self._unsure(look_ns, magnet, laid, at)
                continue
            meant = meaning_of(laid, at)
            if meant is None:
                continue
            magnet.told = True
            if meant.sentence:
                told = self._told(look_ns, laid, meant.sentence, meant.command)
                self._open[magnet.number] = told, meant
                yield told

    def _unsure(
        self, look_ns: int, magnet: TrackedMagnet, laid: PlacedMagnet, at: MagnetScene
    ) -> Iterator[MagnetReading]:
        if look_ns - magnet.first_ns < UNSURE_NS or magnet.number in self._asked:
            return
        chances = magnet.chances(kind_probabilities(laid, at))
        first, second = sorted(chances, key=lambda kind: -chances[kind])[:2]
        either = [meaning_of(replace(laid, kind=kind), at) for kind in (first, second)]
        if not any(meant is not None and meant.sentence for meant in either):
            return  # whichever it is, nothing would come of it
        self._asked.add(magnet.number)
        where = at.spot(laid.x_mm)
        words = f"Is that a {first.value} or a {second.value} at the {where}? Lay it again."
        yield replace(self._told(look_ns, laid, words, None), asks=True)

    def _taken_up(
        self, look_ns: int, gone: Sequence[TrackedMagnet], at: MagnetScene
    ) -> Iterator[MagnetReading]:
        for magnet in gone:
            if magnet.number not in self._open:
                continue
            told, meant = self._open.pop(magnet.number)
            moved = self._moved(magnet, told, at)
            if moved is not None:
                moved.told = True
                self._open[moved.number] = told, meant
            elif meant.back is not None:
                laid = _laid_as(told)
                yield self._told(look_ns, laid, meant.taken_back, meant.back, back=True)

    def _moved(
        self, gone: TrackedMagnet, told: MagnetReading, at: MagnetScene
    ) -> TrackedMagnet | None:
        """Where it lies now: a challenge or a flag that lies elsewhere says nothing new."""
        if told.kind not in {Thing.RED_MAGNET, Thing.YELLOW_MAGNET}:
            return None
        for magnet in self._magnets.lying:
            new = not magnet.told and not magnet.usual and magnet.first_ns > gone.last_ns
            same = magnet.seen >= SEEN_TWICE and magnet.taken_for == told.kind
            if new and same and on_field(self._as_laid(magnet, magnet.taken_for), at.field):
                return magnet
        return None

    def _as_laid(self, magnet: TrackedMagnet, kind: Thing) -> PlacedMagnet:
        new = magnet.first_ns > self._off_ns
        return PlacedMagnet(kind, magnet.x_mm, magnet.y_mm, magnet.sigma_mm, new)

    def _told(
        self,
        t_ns: int,
        laid: PlacedMagnet,
        sentence: str,
        command: Command | None,
        *,
        back: bool = False,
    ) -> MagnetReading:
        self._count += 1
        x_mm, y_mm = laid.x_mm, laid.y_mm
        return MagnetReading(self._count, t_ns, laid.kind, x_mm, y_mm, sentence, command, back)


def _kind(magnet: TrackedMagnet, laid: PlacedMagnet, at: MagnetScene) -> tuple[Thing, float]:
    """What it most likely is, and how likely."""
    chances = magnet.chances(kind_probabilities(laid, at))
    kind = max(chances, key=lambda each: chances[each])
    return kind, chances[kind]


def _laid_as(told: MagnetReading) -> PlacedMagnet:
    return PlacedMagnet(Thing(told.kind), told.x_mm, told.y_mm, 0.0, True)
