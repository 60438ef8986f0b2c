"""What the calls say of each approach of a carrier and an opponent, and whether they touched."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import thread_time

from referee.calls.contact.contact_tracker import ContactTracker
from referee.calls.contact.evidence.free_motion import FreeMotion
from referee.calls.thresholds import Thresholds
from referee.core.clock import S_NS, ns_from_s
from referee.lab.bench.calls.plays.recorded_play import RecordedPlay
from referee.lab.bench.calls.simulated_eyes import board_frames
from referee.lab.bench.calls.truth.contacts import TrueContact, contacts_of

TOUCH = "touch"
# s: a touch so long before the first near frame or after the last belongs to an approach.
_AROUND_S = 0.05


@dataclass(frozen=True, slots=True)
class JudgedApproach:
    """One approach. ``said`` is how likely they touched, ``by_frames`` what frames alone make it.

    ``touched_s`` is for how long they did; 0: not at all.
    """

    fps: int
    said: float | None
    by_frames: float
    touched_s: float


@dataclass(frozen=True, slots=True)
class PairFigures:
    """The approaches of a play, and the seconds that each frame took."""

    approaches: tuple[JudgedApproach, ...]
    seconds: tuple[float, ...]


def judge_pair(take: RecordedPlay) -> PairFigures:
    """Every approach of a play that is seen to its end."""
    thresholds = Thresholds()
    bases = {player.id: player.base for player in take.roster}
    team = take.phase_state.team
    foes = {player.id: player.base for player in take.roster if player.team is not team}
    free = FreeMotion(bases)
    shape = take.shape(take.carrier)
    contacts = ContactTracker(take.carrier, foes, shape, thresholds, bases=bases, free=free)
    truth = contacts_of(take)
    found: list[JudgedApproach] = []
    seconds: list[float] = []
    frames = board_frames(take)
    for frame in frames:
        before = thread_time()
        free.update(frame)
        asked = [(hit, hit.ending[:1]) for hit in contacts.opponents]
        contacts.update(frame, lambda *_: {TOUCH: 1.0})
        seconds.append(thread_time() - before)
        for hit, oldest in asked:
            approach = oldest[0].approach if oldest and hit.ended is oldest[0] else None
            if approach is not None:
                said = approach.p_touched(frame.t_ns)
                touched_s = _touched_s(truth, hit.player, approach.span_ns)
                found.append(JudgedApproach(take.recipe.fps, said, approach.p_frames, touched_s))
    return PairFigures(tuple(found), tuple(seconds))


def _touched_s(truth: Sequence[TrueContact], player: str, span: tuple[int, int]) -> float:
    """For how long they really touched about that time."""
    around = ns_from_s(_AROUND_S)
    return sum(
        (contact.until_ns - contact.began_ns) / S_NS
        for contact in truth
        if contact.player == player
        and contact.began_ns <= span[1] + around
        and contact.until_ns >= span[0] - around
    )


def approaches_of(takes: Iterator[RecordedPlay]) -> PairFigures:
    """Those of many plays together."""
    found = [judge_pair(take) for take in takes]
    return PairFigures(
        tuple(each for figures in found for each in figures.approaches),
        tuple(each for figures in found for each in figures.seconds),
    )
