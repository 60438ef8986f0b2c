"""Turns that a rulebook asks for at a stop, and that were not made yet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from shapely import LineString, Polygon

from referee.calls.frame import SeenBase
from referee.core.field.yards import stick_mm
from referee.core.probability import p_above
from referee.core.roster import Team
from referee.core.settings.ruled import Ruled
from referee.official.line_up.line_up import LineUpFault
from referee.official.pivots.pivot_check import LEAST_SIGMA_MM, PivotGround, PivotStop

# From this probability on a duty is shown.
LIKELY = 0.5
# Turned away is who faces more than this from the way that the offense plays.
AWAY_DEG = 90.0
# Who was turned by so much at this stop was turned off whom it touched.
TURNED_DEG = 45.0
# How far ahead of a base its way is looked at, in base lengths.
_AHEAD = 2.0


def turn_duties(
    ground: PivotGround,
    stop: PivotStop,
    before: Mapping[str, SeenBase],
    now: Mapping[str, SeenBase],
) -> Iterator[LineUpFault]:
    """What has still to be turned before there is power."""
    rules = ground.rules
    for due, rule in (
        (stop.scrambles, rules.off_in_scramble_yd),
        (stop.aloft, rules.off_before_pass_yd),
    ):
        if due and rule.value > 0.0:
            for fault in _receivers_off(ground, stop, rule, now):
                if not _turned(fault.players[0], before, now):
                    yield fault
    if stop.passer is not None and stop.passer in now:
        yield from passer_away(ground, stop.offense, now[stop.passer])


def _turned(name: str, before: Mapping[str, SeenBase], now: Mapping[str, SeenBase]) -> bool:
    """Whether a base was turned at this stop, by more than a little."""
    was = before.get(name, now[name])
    return turned_deg(was.heading_deg, now[name].heading_deg) >= TURNED_DEG


def turned_deg(one_deg: float, other_deg: float) -> float:
    """The angle between two headings, 0 to 180."""
    return abs((other_deg - one_deg + 180.0) % 360.0 - 180.0)


def passer_away(ground: PivotGround, offense: Team, seen: SeenBase) -> Iterator[LineUpFault]:
    """A passer who gave the ball away and does not face away from the line."""
    rule = ground.rules.passer_away
    ahead_deg = ground.state.plays_toward(offense).heading_deg
    if rule.value and turned_deg(ahead_deg, seen.heading_deg) <= AWAY_DEG:
        words = "Gave the ball away, and has to face away from the line"
        yield LineUpFault(rule.rule, words, (seen.player,), 1.0, offense)


def _receivers_off(
    ground: PivotGround, stop: PivotStop, rule: Ruled[float], now: Mapping[str, SeenBase]
) -> Iterator[LineUpFault]:
    """Receivers in the secondary whose way leads into the defender they touch."""
    sign = ground.state.plays_toward(stop.offense).sign
    for pair in stop.pairs:
        for name, other in (pair, pair[::-1]):
            mine = name in stop.receivers and ground.players[name].team is stop.offense
            if not mine or ground.players[other].team is stop.offense or {name, other} - set(now):
                continue
            past_mm = sign * (now[name].x_mm - ground.state.x_mm)
            sigma_mm = max(now[name].sigma[0], LEAST_SIGMA_MM)
            deep = p_above(past_mm, sigma_mm, stick_mm(ground.field, rule.value))
            if deep >= LIKELY and _heads_into(ground, now[name], now[other]):
                words = "Touches a defender, and has to be turned off it"
                yield LineUpFault(rule.rule, words, (name,), 1.0, stop.offense)


def _heads_into(ground: PivotGround, seen: SeenBase, other: SeenBase) -> bool:
    """Whether the way ahead of a base leads into another."""
    base, pose = ground.players[seen.player].base, seen.measured.pose
    way = pose.to_board(np.array([(0.0, 0.0), (_AHEAD * base.length_mm, 0.0)]))
    outline = ground.players[other.player].base.outline_mm()
    return bool(LineString(way).intersects(Polygon(other.measured.pose.to_board(outline))))
