"""Stops that a coach may ask for: whether the carrier stands where the rulebook grants one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from referee.calls.frame import BoardFrame, SeenBase
from referee.calls.phase_state import PhaseState
from referee.calls.stops.place_stop import (
    CutbackZone,
    ReturnStart,
    StopPlace,
    StopRules,
    stop_line_of,
)
from referee.calls.tackle_box import TackleBox
from referee.core.field.areas import areas_of
from referee.core.field.field_profile import FieldProfile
from referee.core.field.yards import base_lengths_mm, stick_mm
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.crossing import HalfPlane, ahead_of_x
from referee.core.geometry.gap import signed_gap
from referee.core.geometry.gap_slopes import gap_and_sigma_mm
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.reach import reach_beyond
from referee.core.probability import p_above, p_at_least
from referee.core.roster import Player, Roster, Team

# Bases nearer than this may touch: whoever may be engaged is not counted as free.
_TOUCHING_MM = 0.3


@dataclass(frozen=True, slots=True)
class StopRequest:
    """Everything a test needs to know of the moment of the request."""

    rules: StopRules
    field: FieldProfile
    roster: Roster
    state: PhaseState
    board: BoardFrame
    box: TackleBox | None
    way: ReturnStart


def p_granted(at: StopPlace, place: StopRequest) -> float:
    """How likely the carrier stands where such a stop is granted; 0 if it was not seen."""
    carrier = place.state.carrier
    seen = None if carrier is None else place.board.find(carrier)
    if seen is None:
        return 1.0 if at is StopPlace.ANYWHERE else 0.0
    return _TESTS[at](place, seen, _base(place, seen.player), at)


def _base(place: StopRequest, player: str) -> BaseShape:
    return place.roster.player(player).base


def _reaches(seen: SeenBase, shape: BaseShape, side: HalfPlane | None) -> float:
    """How likely a part of a base is at a line or beyond it."""
    if side is None:
        return 0.0
    reach = reach_beyond(shape, seen.measured, side)
    return p_at_least(reach.beyond_mm, reach.sigma_mm)


def _reached(place: StopRequest, seen: SeenBase, shape: BaseShape, at: StopPlace) -> float:
    side = stop_line_of(place.rules, place.field, at, place.state, place.way)
    return _reaches(seen, shape, side)


def _between(place: StopRequest, seen: SeenBase, shape: BaseShape, at: StopPlace) -> float:
    """From one line on and not yet at another."""
    scrimmage, sign = place.state.scrimmage_x_mm, float(place.state.plays.sign)
    if scrimmage is None:
        return 0.0
    until = scrimmage + sign * stick_mm(place.field, place.rules.past_until_yd.value)
    too_far = _reaches(seen, shape, ahead_of_x(until, place.state.plays))
    return min(_reached(place, seen, shape, at), 1.0 - too_far)


def _short(place: StopRequest, seen: SeenBase, shape: BaseShape) -> float:
    """How likely the whole carrier is short of the line of scrimmage."""
    side = stop_line_of(place.rules, place.field, StopPlace.LINE, place.state)
    return 0.0 if side is None else 1.0 - _reaches(seen, shape, side)


def _cutback(place: StopRequest, seen: SeenBase, shape: BaseShape, at: StopPlace) -> float:
    zone = place.rules.cutback_zone.value
    across = {
        CutbackZone.ANYWHERE: _always,
        CutbackZone.OUTSIDE_BOX: _out_of_box,
        CutbackZone.INSIDE_NUMBERS: _inside_numbers,
    }[zone]
    return min(_short(place, seen, shape), across(place, seen, shape, at))


def _inside_numbers(place: StopRequest, seen: SeenBase, shape: BaseShape, _at: StopPlace) -> float:
    """How likely no part of the carrier is outside of the painted numbers."""
    return p_inside_numbers(place.field, shape, seen.measured)


def p_inside_numbers(field: FieldProfile, shape: BaseShape, measured: MeasuredPose) -> float:
    """How likely a whole base is inside of the painted numbers; up to their edge it is."""
    reaches = [reach_beyond(shape, measured, side) for side in areas_of(field).numbers.sides]
    return 1.0 - max(p_above(reach.beyond_mm, reach.sigma_mm) for reach in reaches)


def _out_of_box(place: StopRequest, seen: SeenBase, shape: BaseShape, _at: StopPlace) -> float:
    return 0.0 if place.box is None else place.box.outside(shape, seen.measured)


def _clear(place: StopRequest, seen: SeenBase, shape: BaseShape, _at: StopPlace) -> float:
    """No opponent who is free to be turned is as near as the rulebook says."""
    limit_mm = base_lengths_mm(shape, place.rules.clear_base_lengths.value)
    if limit_mm == 0.0:
        return 1.0
    gaps = (
        gap_and_sigma_mm(shape, seen.measured, base, other.measured)
        for other, base in _free_opponents(place, seen)
    )
    return min((p_above(gap_mm, sigma_mm, limit_mm) for gap_mm, sigma_mm in gaps), default=1.0)


def _free_opponents(place: StopRequest, seen: SeenBase) -> Iterator[tuple[SeenBase, BaseShape]]:
    """Opponents of the carrier who touch nobody of its team."""
    players = {player.id: player for player in place.roster}
    mine = players[seen.player].team
    for other in place.board.seen:
        if players[other.player].team is not mine and not _engaged(place, other, players, mine):
            yield other, players[other.player].base


def _engaged(place: StopRequest, man: SeenBase, players: Mapping[str, Player], by: Team) -> bool:
    shape = players[man.player].base
    return any(
        _gap_mm(man, shape, other, players[other.player].base) <= _TOUCHING_MM
        for other in place.board.seen
        if players[other.player].team is by
    )


def _gap_mm(one: SeenBase, shape: BaseShape, other: SeenBase, base: BaseShape) -> float:
    return signed_gap(shape, one.measured.pose, base, other.measured.pose).gap_mm


def _always(_place: StopRequest, _seen: SeenBase, _shape: BaseShape, _at: StopPlace) -> float:
    return 1.0


_TESTS: Mapping[StopPlace, Callable[[StopRequest, SeenBase, BaseShape, StopPlace], float]] = {
    StopPlace.LINE: _reached,
    StopPlace.SCRAMBLE: _reached,
    StopPlace.PAST: _between,
    StopPlace.RETURNED: _reached,
    StopPlace.PICKED: _reached,
    StopPlace.OWN: _reached,
    StopPlace.CUTBACK: _cutback,
    StopPlace.SWEEP: _out_of_box,
    StopPlace.CLEAR: _clear,
    StopPlace.ANYWHERE: _always,
}
