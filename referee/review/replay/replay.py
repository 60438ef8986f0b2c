"""Everything a person looks at to decide about a flag, and sentences about what is missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from referee.calls.frame import BoardFrame
from referee.calls.passing.marker_tracker import BALL
from referee.calls.thresholds import Thresholds
from referee.core.clock import MS_NS
from referee.core.errors import BadValue
from referee.record.board_frames import board_frame_of
from referee.record.observation import Observation
from referee.review.queue import FlaggedEntry
from referee.review.replay.ball_track import ball_track_of
from referee.review.replay.curve import LengthCurve, curves_of
from referee.review.replay.instant_geometry import InstantGeometry, instant_of
from referee.review.rule_text import RuleText, rule_text
from referee.review.source.source import ReviewSource

BEFORE_NS, AFTER_NS = 1_500 * MS_NS, 700 * MS_NS
# The certainty of a touch comes from frames further back than the clip.
LEAD_NS = 500 * MS_NS
_HOLE = 1.6


@dataclass(frozen=True, slots=True)
class ReplayFrame:
    """One instant of the clip: what was measured, None: nothing; whether there is a picture."""

    t_ns: int
    seen: Observation | None
    pictured: bool


@dataclass(frozen=True, slots=True)
class Replay:
    """A flag's clip. ``lacks`` are sentences about what was not kept or not seen."""

    item: FlaggedEntry
    shots: tuple[ReplayFrame, ...]
    instant: InstantGeometry
    curves: tuple[LengthCurve, ...]
    rule: RuleText | None
    lacks: tuple[str, ...]


def replay_of(source: ReviewSource, item: FlaggedEntry) -> Replay:
    """The clip of a flag."""
    setting, call = source.setting, item.call
    from_ns, until_ns = span_of(item)
    seen = source.observations(from_ns - LEAD_NS, until_ns)
    boards = [board for each in seen if (board := _board(each)) is not None]
    shots = _shots(source, seen, from_ns, until_ns)
    drawn: tuple[LengthCurve, ...] = ()
    if call is not None:
        drawn = curves_of(call, boards, setting.rulebook, setting.field, setting.roster)
        drawn = tuple(_from(curve, from_ns) for curve in drawn)
    touched = _touched(drawn)
    named = () if call is None else call.players
    shapes = {player.id: player.base for player in setting.roster}
    if call is not None and BALL in touched:
        players = [player for player in setting.roster if player.id in named]
        balled = ball_track_of(item.t_ns, boards, players, Thresholds())
        if balled is not None:
            boards, shapes = list(balled.boards), {**shapes, BALL: balled.shape}
    instant = instant_of(item.t_ns, boards, shapes, named, touched)
    rule_id = getattr(item.event, "rule", None) if call is None else call.rule
    rule = rule_text(rule_id, setting.rulebook) if rule_id else None
    lacks = tuple(_lacks(item, shots, instant))
    return Replay(item, shots, instant, drawn, rule, lacks)


def span_of(item: FlaggedEntry) -> tuple[int, int]:
    """From when to when the clip of a flag runs."""
    return max(0, item.t_ns - BEFORE_NS), item.t_ns + AFTER_NS


def _touched(drawn: Sequence[LengthCurve]) -> tuple[str, ...]:
    """Who met at the instant, the carrier last."""
    met = [curve.players for curve in drawn if curve.touch]
    return (*(pair[0] for pair in met), met[0][-1]) if met else ()


def _from(curve: LengthCurve, from_ns: int) -> LengthCurve:
    points = tuple(point for point in curve.points if point.t_ns >= from_ns)
    return LengthCurve(curve.title, curve.players, curve.touch, curve.sure, points)


def _board(seen: Observation) -> BoardFrame | None:
    """The frame as the calls took it; one that makes no sense was no frame."""
    try:
        return board_frame_of(seen)
    except BadValue:
        return None


def _shots(
    source: ReviewSource, seen: Sequence[Observation], from_ns: int, until_ns: int
) -> tuple[ReplayFrame, ...]:
    measured = {each.t_ns: each for each in seen if each.t_ns is not None}
    pictured = set(source.picture_times(from_ns, until_ns))
    times = sorted({t for t in measured if t >= from_ns} | pictured)
    return tuple(ReplayFrame(t, measured.get(t), t in pictured) for t in times)


def _lacks(
    item: FlaggedEntry, shots: Sequence[ReplayFrame], instant: InstantGeometry
) -> Iterator[str]:
    if item.call is None:
        yield "The call behind this flag was not kept: there is no measurement to show."
    if not shots:
        yield "Nothing was kept of these seconds: no positions and no video."
        return
    if not any(shot.pictured for shot in shots):
        yield "No video was kept of these seconds: what you see is drawn from what was measured."
    elif not all(shot.pictured for shot in shots):
        count = sum(not shot.pictured for shot in shots)
        yield f"Video is missing for {count} of {len(shots)} frames; positions are drawn instead."
    missing = _missing(shots)
    if missing:
        yield f"About {missing} frames are missing from this clip."
    if not shots[0].t_ns <= item.t_ns <= shots[-1].t_ns:
        yield "The instant of the call itself was not kept."
    for name in instant.hidden:
        yield f"{name} was not seen just before or just after the instant."


def _missing(shots: Sequence[ReplayFrame]) -> int:
    """How many frames there are too few, by the usual step from one to the next."""
    steps = [b.t_ns - a.t_ns for a, b in pairwise(shots)]
    usual = median(steps) if steps else 0
    return sum(round(step / usual) - 1 for step in steps if step > _HOLE * usual)
