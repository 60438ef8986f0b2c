"""Twenty-two identities over simulated plays: switches, questions, fronts, and a frame's time.

Sightings are made from the truth of the physics with a detector's faults; motmetrics counts
switches and IDF1, motrics HOTA. A doubt is answered at once, by the truth, as a coach would: who
is in doubt counts as not named, and every question is counted.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from time import thread_time

import numpy as np

from referee.core.geometry.base_shape import FloatArray
from referee.core.roster import Roster
from referee.lab.bench.report import Report, Row
from referee.lab.bench.tools.figures import percentile
from referee.lab.bench.tools.outside_judges import TrackedFrame, hota, identities
from referee.lab.bench.tools.plain_roster import plain_roster
from referee.loaders.bases import load_base
from referee.loaders.fields import load_field
from referee.sim.board_state import BoardState, PieceState
from referee.sim.live.script.play_script import PlayScript
from referee.sim.physics import PhysicsWorld
from referee.sim.sighting_maker import DetectorFaults, MadeSightings, SightingMaker
from referee.vision.roster.assignment import best_pairs
from referee.vision.roster.roster_frame import IdentityDoubt, RosterFrame
from referee.vision.roster.roster_tracker import RosterTracker

FPS = 30
# At pace 1 two hands set a figure every 0.4 s, at 0.5 every 0.8 s: brisk, and as people play.
PACES = (1.0, 0.5)
MATCH_MM = 10.0  # of a doubt: so near to a place a figure stands there
UNLIKE_MM = 20.0  # so far apart nothing is alike; half as far, the outside judges still match
# Physics and faults are drawn with seeds that nothing was tuned on.
SEED = 4711
LOSSY = replace(DetectorFaults(), missed=0.15)
MOST_P99_MS = 2.0
WARM_UP = 900
BoardFrames = Sequence[tuple[BoardState, bool]]


@dataclass
class _RosterScore:
    """What came out of one run; ``frames`` are for the outside judges."""

    frames: list[TrackedFrame] = field(default_factory=list)
    sighted: int = 0
    named: int = 0
    turned: int = 0
    false: int = 0
    questions: int = 0
    seconds: list[float] = field(default_factory=list)

    def rows(self, label: str, minutes: float, bar: float | None = None) -> list[Row]:
        """Identity switches, IDF1 and HOTA."""
        judged = identities(self.frames)
        return [
            Row(f"{label}: switches", judged.switches / minutes, "1/min", bar),
            Row(f"{label}: IDF1", 100.0 * judged.idf1, "%"),
            Row(f"{label}: HOTA", 100.0 * hota(self.frames), "%"),
        ]


def run(quick: bool) -> Report:
    """30 frames/s with 5 % missed, 15 with 15 %, at two paces; and two simple trackers."""
    minutes = 0.5 if quick else 10.0
    roster = plain_roster(load_base("standard"))
    rows: list[Row] = []
    notes: list[str] = []
    for pace in PACES:
        plays = _plays(roster, minutes, pace)
        if not rows:
            _track(roster, plays[:WARM_UP], DetectorFaults(), SEED)  # a play and a stop: compiles
        for label, frames, faults, bar in (
            (f"pace {pace:g}, 30 frames/s, 5 % missed", plays, DetectorFaults(), 0.0),
            (f"pace {pace:g}, 15 frames/s, 15 % missed", plays[::2], LOSSY, 1.0),
        ):
            rows += _rows(label, _track(roster, frames, faults, SEED + 1), minutes, bar)
        stops = sum(was and not now for (_, was), (_, now) in pairwise(plays))
        shaking = sum(powered for _, powered in plays) / len(plays)
        notes.append(
            f"pace {pace:g}: {minutes:g} minutes, {stops / minutes:.1f} stops/min, "
            f"the board on for {100.0 * shaking:.0f} % of the time"
        )
    for name, greedy in (("greedy nearest", True), ("best overall, nearest", False)):
        rows += _nearest(roster, plays, greedy=greedy).rows(name, minutes)
    notes += [
        "22 equal bases, no number legible; each figure's front is misread in 5 to 30 % of frames",
        "times are those of the thread, so that other work on the machine does not count",
        "the two nearest ones know 22 players and 30 frames/s, but no teams, hands or gates",
    ]
    return Report("roster", rows, notes)


def _rows(label: str, score: _RosterScore, minutes: float, bar: float) -> list[Row]:
    front = 100.0 * (1.0 - score.turned / score.named)
    took_ms = [1e3 * each for each in score.seconds]
    return [
        *score.rows(label, minutes, bar),
        Row(f"{label}: questions", score.questions / minutes, "1/min"),
        Row(f"{label}: sightings named", 100.0 * score.named / score.sighted, "%"),
        Row(f"{label}: front right", front, "%", 99.9, "higher"),
        Row(f"{label}: false ones named", score.false / minutes, "1/min"),
        Row(f"{label}: median", percentile(took_ms, 50), "ms/frame", 1.0),
        Row(f"{label}: 99 %", percentile(took_ms, 99), "ms/frame", MOST_P99_MS),
        Row(f"{label}: worst", max(took_ms), "ms/frame"),
    ]


def _plays(roster: Roster, minutes: float, pace: float) -> BoardFrames:
    """Every 1/30 s from the first line-up on."""
    world = PhysicsWorld(load_field("620"), roster, seed=SEED)
    script = PlayScript(world, SEED, pace=pace)
    frames: list[tuple[BoardState, bool]] = []
    k, wanted = 0, round(minutes * 60 * FPS)
    while len(frames) < wanted:
        script.advance(round(k * 1e9 / FPS))
        k += 1
        state = world.state()
        standing = sum(piece.lift_mm == 0.0 for piece in state.pieces)
        if frames or (standing == len(roster) and not state.hands):
            frames.append((state, world.power_is_on))
    return frames


def _track(roster: Roster, frames: BoardFrames, faults: DetectorFaults, seed: int) -> _RosterScore:
    score = _RosterScore()
    maker = SightingMaker(load_field("620"), roster, faults, np.random.default_rng(seed))
    tracker = RosterTracker(roster)
    first = frames[0][0]
    tracker.begin(
        first.t_ns,
        {piece.player_id: piece.pose for piece in first.pieces},
        {piece.player_id: 0.95 for piece in first.pieces},
    )
    for state, powered in frames:
        made = maker.look(state)
        start = thread_time()
        outcome = tracker.update(made.frame, powered=powered, hands=made.hands)
        score.seconds.append(thread_time() - start)
        _judge(score, state, made, outcome)
        for doubt in outcome.doubts:
            score.questions += 1
            tracker.answer(doubt.number, _truth_of(doubt, state))
    return score


def _judge(
    score: _RosterScore, state: BoardState, made: MadeSightings, outcome: RosterFrame
) -> None:
    standing = {piece.player_id: piece for piece in state.pieces if piece.lift_mm == 0.0}
    owners = {id(s): o for s, o in zip(made.frame.sightings, made.owners, strict=True)}
    score.sighted += sum(owner in standing for owner in made.owners)
    named = []
    for seen in outcome.seen:
        if seen is None or seen.doubtful:
            continue
        owner = owners[id(seen.sighting)]
        if owner is None:
            score.false += 1
        elif owner not in standing:
            continue  # in a hand: neither right nor wrong
        else:
            score.named += 1
            off = math.radians(seen.pose.heading_deg - standing[owner].pose.heading_deg)
            score.turned += math.cos(off) < 0.0
        named.append((seen.player, seen.pose.x_mm, seen.pose.y_mm))
    _tell(score, standing, named)


def _tell(
    score: _RosterScore, standing: dict[str, PieceState], named: Sequence[tuple[str, float, float]]
) -> None:
    alike = np.maximum(0.0, 1.0 - _apart(standing, named) / UNLIKE_MM)
    score.frames.append(TrackedFrame(tuple(standing), tuple(n[0] for n in named), alike))


def _apart(
    standing: dict[str, PieceState], named: Sequence[tuple[str, float, float]]
) -> FloatArray:
    truth = np.array([(p.pose.x_mm, p.pose.y_mm) for p in standing.values()]).reshape(-1, 1, 2)
    found = np.array([(x, y) for _, x, y in named]).reshape(1, -1, 2)
    return np.hypot(*np.moveaxis(truth - found, 2, 0))


def _truth_of(doubt: IdentityDoubt, state: BoardState) -> tuple[str, ...]:
    """Who really stands at the places of a doubt, as a coach would say it."""
    names: list[str] = []
    for (x, y), assumed in zip(doubt.places_mm, doubt.assumed, strict=True):
        near = min(state.pieces, key=lambda p: _far(p, x, y))
        names.append(near.player_id if _far(near, x, y) <= MATCH_MM else assumed)
    return tuple(names) if len(set(names)) == len(names) else doubt.assumed


def _far(piece: PieceState, x_mm: float, y_mm: float) -> float:
    return math.hypot(piece.pose.x_mm - x_mm, piece.pose.y_mm - y_mm)


def _nearest(roster: Roster, frames: BoardFrames, *, greedy: bool) -> _RosterScore:
    """Every sighting goes to the player who was last seen nearest to it."""
    score = _RosterScore()
    maker = SightingMaker(
        load_field("620"), roster, DetectorFaults(), np.random.default_rng(SEED + 1)
    )
    first = {piece.player_id: piece.pose for piece in frames[0][0].pieces}
    last = np.array([(first[p.id].x_mm, first[p.id].y_mm) for p in roster])
    for state, _ in frames:
        made = maker.look(state)
        places = np.array([(s.pose.x_mm, s.pose.y_mm) for s in made.frame.sightings])
        named = []
        if len(places):
            apart = np.hypot(*np.moveaxis(last[:, None] - places[None], 2, 0))
            for i, j in _greedy(apart) if greedy else _best(apart):
                last[i] = places[j]
                named.append((roster.players[i].id, float(places[j][0]), float(places[j][1])))
        standing = {piece.player_id: piece for piece in state.pieces if piece.lift_mm == 0.0}
        _tell(score, standing, named)
    return score


def _best(apart: FloatArray) -> list[tuple[int, int]]:
    return [(i, int(j)) for i, j in enumerate(best_pairs(apart - 1e4)) if j >= 0]


def _greedy(apart: FloatArray) -> list[tuple[int, int]]:
    pairs: list[tuple[int, int]] = []
    left = apart.copy()
    for _ in range(min(apart.shape)):
        i, j = (int(v) for v in np.unravel_index(np.argmin(left), left.shape))
        pairs.append((i, j))
        left[i, :] = left[:, j] = np.inf
    return pairs
