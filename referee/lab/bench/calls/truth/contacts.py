"""The touches of a play, from the physics' facts: which belong together, and what touches in each.

A touch goes on while the gap stays under 0.3 mm, and is another after 60 ms without touching.
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.core.clock import S_NS
from referee.core.geometry.base_shape import FloatArray
from referee.lab.bench.calls.plays.recorded_play import PlayFact, RecordedPlay

SAME_TOUCH_S, SAME_TOUCH_MM = 0.06, 0.3
PartsOverTime = tuple[tuple[int, int, int, float], ...]


@dataclass(frozen=True, slots=True)
class TrueContact:
    """One touch of an opponent: when, and what is touching at each instant it is known for."""

    player: str
    began_ns: int
    until_ns: int
    parts: PartsOverTime  # t, the carrier's part, the other's, ahead
    fallen: bool


def contacts_of(take: RecordedPlay) -> list[TrueContact]:
    """Every touch of the carrier by an opponent, in order of time."""
    out: list[TrueContact] = []
    names = [player.id for player in take.roster]
    for who in sorted({f.who for f in take.facts if f.kind == "began"}):
        rows = take.near[take.near[:, 1] == names.index(who)]
        facts = [f for f in take.facts if f.who == who]
        for fact in facts:
            if fact.kind != "began":
                continue
            ended = next((f.t_ns for f in facts if f.kind == "ended" and f.t_ns > fact.t_ns), None)
            until = int(take.fine_ns[-1]) if ended is None else ended
            last = out[-1] if out and out[-1].player == who else None
            if last is not None and _goes_on(last, fact, rows):
                out[-1] = _joined(last, until, rows)
            else:
                out.append(_contact(fact, until, rows))
    return sorted(out, key=lambda c: (c.began_ns, c.player))


def _goes_on(last: TrueContact, fact: PlayFact, rows: FloatArray) -> bool:
    between = rows[(rows[:, 0] >= last.until_ns) & (rows[:, 0] <= fact.t_ns)]
    opened = float(between[:, 2].max()) if len(between) else 0.0
    return fact.t_ns - last.until_ns < SAME_TOUCH_S * S_NS and opened < SAME_TOUCH_MM


def _contact(fact: PlayFact, until_ns: int, rows: FloatArray) -> TrueContact:
    first = (fact.t_ns, fact.part, fact.part_other, fact.ahead_mm)
    later = _parts(rows, fact.t_ns, until_ns)
    fallen = fact.part_other < 0
    return TrueContact(fact.who, fact.t_ns, until_ns, (first, *later), fallen)


def _joined(last: TrueContact, until_ns: int, rows: FloatArray) -> TrueContact:
    parts = (last.parts[0], *_parts(rows, last.began_ns, until_ns))
    return TrueContact(last.player, last.began_ns, until_ns, parts, last.fallen)


def _parts(rows: FloatArray, from_ns: int, until_ns: int) -> PartsOverTime:
    touching = (rows[:, 0] > from_ns) & (rows[:, 0] <= until_ns) & (rows[:, 3] >= 0)
    return tuple((int(t), int(a), int(b), float(d)) for t, _, _, a, b, d in rows[touching])
