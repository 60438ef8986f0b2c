"""Pitch: the ball given, tossed or handed on at a stop, and the tests a rulebook has for that."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee.calls.call import Call, CallKind
from referee.calls.doubts import Doubt, DoubtKind
from referee.calls.episode import EpisodeTopic
from referee.calls.passing.rules.pitch_rules import (
    ExchangeKind,
    LaneBan,
    PitchBehindLine,
    PitchLevel,
    PitchRules,
    TouchBan,
)
from referee.calls.stops.stopped_board import StoppedBoard, StopTest, too_close_to_tell
from referee.calls.tackle_box import linemen
from referee.core.field.yards import base_lengths_mm
from referee.core.geometry.crossing import ahead_of_x
from referee.core.geometry.reach import reach_beyond
from referee.core.geometry.straight_way import way_gap_mm
from referee.core.probability import p_at_least
from referee.core.roster import Roster
from referee.core.settings.ruled import Ruled


@dataclass(frozen=True, slots=True)
class Exchange:
    """Whether the ball may be given on so, what is called, and whether it has to be thrown.

    Where it may, a call says that it was too close to tell.

    ``forward``: that throw is a forward pass. ``flag`` says what of it was too close to tell.
    """

    allowed: bool
    calls: tuple[Call, ...] = ()
    throw: bool = False
    flag: tuple[Doubt, ...] = ()
    forward: bool = False


def exchange(stop: StoppedBoard, how: ExchangeKind, to: str) -> Exchange:
    """The ball is given on to a team-mate; the carrier has it."""
    rules, carrier = stop.context.rules.pitch, stop.state.carrier
    if carrier is None or to == carrier or stop.player(to).team is not stop.state.team:
        return Exchange(
            False,
            (
                stop.call(
                    CallKind.NOT_ALLOWED, _reach(rules, how).rule, (to,), EpisodeTopic.NO_EXCHANGE
                ),
            ),
        )
    pair = (carrier, to)
    hidden = stop.seen(carrier) is None or stop.seen(to) is None
    if hidden:
        unseen = stop.call(
            CallKind.NOT_ALLOWED,
            _reach(rules, how).rule,
            pair,
            EpisodeTopic.NOT_SEEN,
            flag=stop.doubts(*pair),
        )
        return Exchange(False, (unseen,), flag=unseen.flag)
    tests = list(_tests(stop, rules, how, carrier, to))
    refused = stop.refused(tests, pair, _TOPICS[how], (to,))
    flag = (
        *stop.doubts(*pair),
        *too_close_to_tell(tests, stop.context.thresholds),
        *_unseen(stop, rules, how, to),
    )
    if refused:
        return Exchange(False, refused, flag=flag)
    way = _way(stop, rules, how, carrier, to)
    flag = (*flag, *too_close_to_tell([way], stop.context.thresholds))
    if way.holds < 0.5:
        kind = CallKind.FUMBLE if rules.blocked_fumbles.value else CallKind.NOT_ALLOWED
        spot = stop.spot(carrier) if kind is CallKind.FUMBLE else None
        blocked = stop.call(
            kind,
            way.rule,
            pair,
            EpisodeTopic.BLOCKED_WAY,
            certainty=1.0 - way.holds,
            spot=spot,
            flag=flag,
        )
        return Exchange(False, (blocked,), flag=flag)
    ahead = _to_player_ahead(stop, rules, how, carrier, to)
    flag = (*flag, *too_close_to_tell(ahead, stop.context.thresholds))
    forward = bool(ahead) and all(test.holds >= 0.5 for test in ahead)
    throw = forward or (how is ExchangeKind.PITCH and bool(rules.thrown.value))
    sides = [replace(test, holds=max(test.holds, 1.0 - test.holds)) for test in ahead]
    close = stop.allowed([*tests, way, *sides], pair, _TOPICS[how], (to,))
    return Exchange(True, close, throw, flag, forward)


_TOPICS = {
    ExchangeKind.HANDOFF: EpisodeTopic.HANDOFF,
    ExchangeKind.DELAY: EpisodeTopic.DELAY,
    ExchangeKind.PITCH: EpisodeTopic.PITCH,
    ExchangeKind.LATERAL: EpisodeTopic.LATERAL,
    ExchangeKind.SHOVEL: EpisodeTopic.SHOVEL,
}


def _reach(rules: PitchRules, how: ExchangeKind) -> Ruled[float]:
    """How many base lengths such an exchange reaches, with its rule."""
    return {
        ExchangeKind.HANDOFF: rules.handoff_base_lengths,
        ExchangeKind.DELAY: rules.delay_base_lengths,
        ExchangeKind.PITCH: rules.pitch_base_lengths,
        ExchangeKind.LATERAL: rules.lateral_base_lengths,
        ExchangeKind.SHOVEL: rules.shovel_base_lengths,
    }[how]


def _tests(
    stop: StoppedBoard, rules: PitchRules, how: ExchangeKind, carrier: str, to: str
) -> Iterator[StopTest]:
    if rules.upright.value:
        yield StopTest(stop.upright(to), rules.upright.rule, f"{to} stands")
    tossed = how in {ExchangeKind.PITCH, ExchangeKind.LATERAL}
    free = _free(rules, how)
    if free.value is not TouchBan.NOBODY:
        mates = free.value is TouchBan.ANYBODY
        yield StopTest(1.0 - stop.engaged(to, mates=mates), free.rule, f"{to} is free")
    if tossed and not rules.ahead_is_pass.value and rules.level.value is not PitchLevel.NOTHING:
        rule = rules.level.rule if how is ExchangeKind.PITCH else rules.lateral_base_lengths.rule
        yield _level(stop, rules, rule, carrier, to)
    yield from _distance(stop, rules, how, carrier, to)
    yield from _places(stop, rules, how, carrier, to)
    if how is ExchangeKind.SHOVEL:
        roster = Roster(tuple(stop.context.players.values()))
        able = 0.0 if to in linemen(roster, stop.state.team) else 1.0
        yield StopTest(able, rules.shovel_base_lengths.rule, f"{to} is eligible")


def _free(rules: PitchRules, how: ExchangeKind) -> Ruled[TouchBan]:
    nobody = Ruled(TouchBan.NOBODY, rules.free.rule)
    return {ExchangeKind.PITCH: rules.free, ExchangeKind.LATERAL: rules.lateral_free}.get(
        how, nobody
    )


def _level(stop: StoppedBoard, rules: PitchRules, rule: str, carrier: str, to: str) -> StopTest:
    sign = float(stop.state.plays.sign)
    ahead, variance = 0.0, 0.0
    for name, weight in ((carrier, 1.0), (to, -1.0)):
        seen = stop.seen(name)
        if seen is None:
            return StopTest(0.0, rule, f"{name} is seen")
        if rules.level.value is PitchLevel.CENTRE:
            place, sigma = sign * seen.measured.pose.x_mm, math.sqrt(seen.measured.covariance[0][0])
        else:
            reach = reach_beyond(stop.base(name), seen.measured, ahead_of_x(0.0, stop.state.plays))
            place, sigma = reach.beyond_mm, reach.sigma_mm
        ahead += weight * place
        variance += sigma * sigma
    sigma = math.sqrt(variance)
    return StopTest(p_at_least(ahead, sigma), rule, f"{to} is level or behind", ahead, sigma)


def _distance(
    stop: StoppedBoard, rules: PitchRules, how: ExchangeKind, carrier: str, to: str
) -> Iterator[StopTest]:
    ruled = _reach(rules, how)
    gap = stop.gap_mm(carrier, to)
    if gap is None:
        return
    gap_mm, sigma_mm = gap
    if ruled.value > 0.0 or how is ExchangeKind.SHOVEL:
        left = base_lengths_mm(stop.base(carrier), ruled.value) - gap_mm
        yield StopTest(p_at_least(left, sigma_mm), ruled.rule, "near enough", left, sigma_mm)
    if how is ExchangeKind.PITCH and rules.pitch_from.value > 0.0:
        more = gap_mm - base_lengths_mm(stop.base(carrier), rules.pitch_from.value)
        yield StopTest(
            p_at_least(more, sigma_mm), rules.pitch_from.rule, "far enough", more, sigma_mm
        )


def _places(
    stop: StoppedBoard, rules: PitchRules, how: ExchangeKind, carrier: str, to: str
) -> Iterator[StopTest]:
    """Behind the line of scrimmage, and within the tackles."""
    handed = how is ExchangeKind.HANDOFF and rules.handoff_behind.value
    shovels = how is ExchangeKind.SHOVEL
    pitched = how is ExchangeKind.PITCH
    who: tuple[str, ...] = ()
    if handed or (pitched and rules.behind.value is PitchBehindLine.BOTH):
        who = (carrier, to)
    elif pitched and rules.behind.value is PitchBehindLine.TARGET:
        who = (to,)
    elif shovels:
        who = (carrier,)
    rule = _reach(rules, how).rule if handed or shovels else rules.behind.rule
    for name in who:
        yield behind_line_test(stop, name, rule)
    if pitched and rules.within_tackles.value:
        for name in (carrier, to):
            yield StopTest(_between(stop, name), rules.within_tackles.rule, f"{name} is in the box")


def behind_line_test(stop: StoppedBoard, name: str, rule: str) -> StopTest:
    """The test that no part of a player's base is beyond the line of scrimmage."""
    seen, line = stop.seen(name), stop.state.scrimmage_x_mm
    words = f"{name} is behind the line of scrimmage"
    if seen is None or line is None:
        return StopTest(0.0, rule, words)
    reach = reach_beyond(stop.base(name), seen.measured, ahead_of_x(line, stop.state.plays))
    return StopTest(p_at_least(-reach.beyond_mm, reach.sigma_mm), rule, words, -reach.beyond_mm)


def _between(stop: StoppedBoard, name: str) -> float:
    """How likely a player's whole base is between the tackles."""
    seen = stop.seen(name)
    if seen is None or stop.box is None:
        return 0.0
    return stop.box.inside(stop.base(name), seen.measured)


def _unseen(stop: StoppedBoard, rules: PitchRules, how: ExchangeKind, to: str) -> list[Doubt]:
    """Who is not seen, and may hold the man or stand in the way where that matters."""
    free, way = _free(rules, how).value, _blocked(rules, how).value
    found = []
    if free is not TouchBan.NOBODY:
        hidden = stop.hidden(to, mates=free is TouchBan.ANYBODY)
        found += [Doubt(DoubtKind.HIDDEN_MAY_TOUCH, name, to) for name in hidden]
    if way is not LaneBan.NOBODY:
        found += [
            Doubt(DoubtKind.HIDDEN_IN_THE_WAY, name)
            for name in stop.state.on_field
            if stop.boards[-1].find(name) is None
            and (way is LaneBan.ANYBODY or stop.player(name).team is not stop.state.team)
        ]
    return found


def _blocked(rules: PitchRules, how: ExchangeKind) -> Ruled[LaneBan]:
    nobody = Ruled(LaneBan.NOBODY, rules.way.rule)
    return {ExchangeKind.PITCH: rules.way, ExchangeKind.LATERAL: rules.lateral_way}.get(how, nobody)


def _way(
    stop: StoppedBoard, rules: PitchRules, how: ExchangeKind, carrier: str, to: str
) -> StopTest:
    """Nobody stands in the straight way from the middle of one base to that of the other."""
    ruled = _blocked(rules, how)
    if ruled.value is LaneBan.NOBODY:
        return StopTest(1.0, ruled.rule, "the way is clear")
    one, other = stop.seen(carrier), stop.seen(to)
    if one is None or other is None:
        return StopTest(0.0, ruled.rule, "the way is clear")
    start = (one.measured.pose.x_mm, one.measured.pose.y_mm)
    end = (other.measured.pose.x_mm, other.measured.pose.y_mm)
    holds, least = 1.0, math.inf
    for name in stop.state.on_field:
        mate = stop.player(name).team is stop.state.team
        seen = stop.seen(name)
        if name in (carrier, to) or seen is None:
            continue
        if mate and ruled.value is LaneBan.OPPONENTS:
            continue
        gap = way_gap_mm(stop.base(name), seen.measured.pose, start, end) - rules.way_mm.value / 2
        own = seen.measured.covariance
        sigma = math.sqrt(max(own[0][0], own[1][1]) + max(one.measured.covariance[0][0], 0.0))
        # Grazing counts as clear.
        holds, least = min(holds, p_at_least(gap, sigma)), min(least, gap)
    by_mm = None if math.isinf(least) else least
    return StopTest(holds, ruled.rule, "the way is clear", by_mm)


def _to_player_ahead(
    stop: StoppedBoard, rules: PitchRules, how: ExchangeKind, carrier: str, to: str
) -> list[StopTest]:
    """What makes a pitch a forward pass that has to be thrown; empty where nothing does."""
    if how is not ExchangeKind.PITCH or not rules.ahead_is_pass.value:
        return []
    level, rule = _level(stop, rules, rules.level.rule, carrier, to), rules.ahead_is_pass.rule
    return [
        StopTest(1.0 - level.holds, rule, f"{to} is ahead of {carrier}"),
        StopTest(1.0 - _between(stop, to), rule, f"{to} is not between the tackles"),
    ]
