"""Thrown: a pass with the passing figure. What the ball hit is declared; how that player stands
is seen at the stop.
"""

from __future__ import annotations

import math
from dataclasses import replace

from referee.calls.call import Call, CallAction, CallKind
from referee.calls.contact.engagement import EngagedBy
from referee.calls.doubts import Doubt, DoubtKind
from referee.calls.episode import EpisodeTopic
from referee.calls.lines.in_bounds import p_in_bounds
from referee.calls.passing.catch_result import catch_result
from referee.calls.passing.rules.pass_rules import IllegalTouchBy
from referee.calls.passing.rules.throw_rules import EngagedDefenderHit, OtherReceiverHit
from referee.calls.phase_state import PassAttempt
from referee.calls.play_name import MissedThrow
from referee.calls.stops.stopped_board import StoppedBoard, StopTest, too_close_to_tell
from referee.core.field.yards import stick_mm
from referee.core.geometry.crossing import ahead_of_x
from referee.core.geometry.pose import apart_mm
from referee.core.geometry.reach import BasePoint, reach_beyond
from referee.core.probability import p_at_least


def throw_refusals(stop: StoppedBoard, passer: str) -> tuple[Call, ...]:
    """Refuses a forward pass of a man who is past the line of scrimmage, and all on returns."""
    return stop.refused(throw_tests(stop, passer), (passer,), EpisodeTopic.THROW)


def throw_tests(stop: StoppedBoard, passer: str) -> list[StopTest]:
    """What a passer has to fulfil to throw forward."""
    rules, line = stop.context.rules.throw, stop.state.scrimmage_x_mm
    if not rules.behind.value:
        return []
    tests = [StopTest(0.0 if line is None else 1.0, rules.behind.rule, "not on a return")]
    seen = stop.seen(passer)
    if line is not None and seen is not None:
        of = BasePoint.HINDMOST if rules.partly_over.value else BasePoint.FOREMOST
        side = ahead_of_x(line, stop.state.plays)
        reach = reach_beyond(stop.base(passer), seen.measured, side, of)
        holds = p_at_least(-reach.beyond_mm, reach.sigma_mm)
        words = f"{passer} is behind the line"
        tests.append(StopTest(holds, rules.behind.rule, words, -reach.beyond_mm, reach.sigma_mm))
    return tests


def distance_refusals(stop: StoppedBoard, passer: str, receiver: str) -> tuple[Call, ...]:
    """Refuses a throw with the figure to somebody who is too near for it."""
    tests = distance_tests(stop, passer, receiver)
    return stop.refused(tests, (passer, receiver), EpisodeTopic.THROW)


def distance_tests(stop: StoppedBoard, passer: str, receiver: str) -> list[StopTest]:
    """How far away the receiver of a throw with the figure has to be."""
    least = stop.context.rules.throw.least_yd
    one, other = stop.seen(passer), stop.seen(receiver)
    if least.value == 0.0 or one is None or other is None:
        return []
    a, b = one.measured, other.measured
    sigma_mm = math.sqrt(a.covariance[0][0] + b.covariance[0][0])
    more_mm = apart_mm(a.pose, b.pose) - stick_mm(stop.context.field, least.value)
    holds = p_at_least(more_mm, sigma_mm)
    return [StopTest(holds, least.rule, "it is far enough", more_mm, sigma_mm)]


def throw_calls(stop: StoppedBoard, said: PassAttempt, hit: str | MissedThrow) -> tuple[Call, ...]:
    """What a throw came to. A backward one that is complete needs no call."""
    if said.backward:
        return _backward(stop, said, hit)
    rules = stop.context.rules.throw
    if isinstance(hit, MissedThrow):
        return (stop.call(CallKind.INCOMPLETE, rules.incomplete.rule, (), EpisodeTopic.THROW),)
    if stop.player(hit).team is not stop.state.team:
        return _defender(stop, hit)
    if hit in said.linemen or hit == said.passer:
        return _lineman(stop, hit)
    return _receiver(stop, said, hit)


def _engaged(stop: StoppedBoard, name: str) -> tuple[float, tuple[Doubt, ...]]:
    """How likely a player touches whom the rulebook means, and what of that is not known."""
    mates = stop.context.rules.engagement.by.value is EngagedBy.ANYBODY
    share = stop.engaged(name, mates=mates)
    hidden = stop.hidden(name, mates=mates)
    flag = too_close_to_tell(
        [StopTest(1.0 - share, "", f"whether {name} is engaged")], stop.context.thresholds
    )
    plain = share >= stop.context.thresholds.sure
    unseen = (
        () if plain else tuple(Doubt(DoubtKind.HIDDEN_MAY_TOUCH, each, name) for each in hidden)
    )
    return share, (*flag, *unseen)


def _receiver(stop: StoppedBoard, said: PassAttempt, hit: str) -> tuple[Call, ...]:
    rules, passes = stop.context.rules.throw, stop.context.rules.passes
    flag = list(stop.doubts(hit))
    if hit in said.unsure:
        flag.append(Doubt(DoubtKind.ELIGIBILITY_UNKNOWN))
    within = _within(stop, hit)
    fails: list[tuple[float, str]] = []
    if hit in said.ineligible:
        fails.append((1.0, passes.back_in.rule))
    if passes.in_bounds.value:
        fails.append((1.0 - within, passes.in_bounds.rule))
    if not passes.engaged_catches.value:
        share, more = _engaged(stop, hit)
        flag += more
        fails.append((share, passes.engaged_catches.rule))
    lies = 1.0 - stop.upright(hit)
    if not rules.fallen.value:
        fails.append((lies, passes.fallen_catches.rule))
    tests = [StopTest(1.0 - fail, rule, f"{hit} may catch it") for fail, rule in fails]
    flag += too_close_to_tell(tests, stop.context.thresholds)
    failed = next((test for test in tests if test.holds < 0.5), None)
    other = said.intended is not None and hit != said.intended
    if failed is not None or (other and rules.others.value is OtherReceiverHit.INCOMPLETE):
        rule = rules.others.rule if failed is None else failed.rule
        return (stop.call(CallKind.INCOMPLETE, rule, (hit,), EpisodeTopic.THROW, flag=flag),)
    fell = rules.fallen.value and lies >= 0.5
    if rules.fallen.value:
        # Who lies is down where it caught the ball: that is more or less likely too.
        stands = StopTest(max(lies, 1.0 - lies), rules.fallen.rule, f"whether {hit} stands")
        tests.append(stands)
        flag += too_close_to_tell([stands], stop.context.thresholds)
    dead = fell or (other and rules.others.value is OtherReceiverHit.NO_ADVANCE)
    rule = rules.fallen.rule if fell else (rules.others.rule if other else rules.complete.rule)
    certainty = 1.0
    for test in tests:
        certainty *= test.holds
    return _caught(stop, CallKind.CATCH, rule, hit, certainty, flag, dead=dead)


def _caught(
    stop: StoppedBoard,
    kind: CallKind,
    rule: str,
    hit: str,
    certainty: float,
    flag: list[Doubt],
    *,
    dead: bool = False,
) -> tuple[Call, ...]:
    call = stop.call(
        kind,
        rule,
        (hit,),
        EpisodeTopic.THROW,
        certainty=certainty,
        spot=stop.spot(hit),
        flag=flag,
        dead=dead,
    )
    after = catch_result(stop.context, call, stop.state, stop.boards)
    made = replace(after.catch, flag=tuple(dict.fromkeys((*after.catch.flag, *after.doubts))))
    return (made, *after.calls)


def _lineman(stop: StoppedBoard, hit: str) -> tuple[Call, ...]:
    rules = stop.context.rules.throw
    fouls, flag = rules.fouls.value is not IllegalTouchBy.NOBODY, list(stop.doubts(hit))
    if fouls and not rules.engaged_lineman.value:
        share, more = _engaged(stop, hit)
        fouls, flag = share < 0.5, [*flag, *more]
    kind = CallKind.ILLEGAL_TOUCHING if fouls else CallKind.INCOMPLETE
    return (stop.call(kind, rules.fouls.rule, (hit,), EpisodeTopic.THROW, flag=flag),)


def _defender(stop: StoppedBoard, hit: str) -> tuple[Call, ...]:
    rules = stop.context.rules.throw
    flag, bats = list(stop.doubts(hit)), rules.engaged_defender
    share = 0.0
    if bats.value is not EngagedDefenderHit.INTERCEPTS:
        engaged, more = _engaged(stop, hit)
        near, closely = (1.0, ()) if bats.value is EngagedDefenderHit.SPOILS else _near(stop, hit)
        share = engaged * near
        # Where one of the two is plainly not so, the other does not matter.
        unlikely = 1.0 - stop.context.thresholds.sure
        flag += [*(more if near > unlikely else ()), *(closely if engaged > unlikely else ())]
    if share >= 0.5:
        kind = (
            CallKind.INCOMPLETE if bats.value is EngagedDefenderHit.SPOILS else CallKind.BATTED_DOWN
        )
        return (stop.call(kind, bats.rule, (hit,), EpisodeTopic.THROW, certainty=share, flag=flag),)
    upright = stop.upright(hit)
    plain = max(upright, 1.0 - upright)
    flag += too_close_to_tell(
        [StopTest(plain, "", f"whether {hit} stands")], stop.context.thresholds
    )
    if upright < 0.5:
        rule = rules.incomplete.rule
        what = EpisodeTopic.THROW
        lies = stop.call(CallKind.INCOMPLETE, rule, (hit,), what, certainty=plain, flag=flag)
        return (lies,)
    inbounds, within = stop.context.rules.passes.in_bounds, _within(stop, hit)
    if inbounds.value:
        flag += too_close_to_tell(
            [StopTest(within, "", f"whether {hit} is in bounds")], stop.context.thresholds
        )
        if within < 0.5:
            return (
                stop.call(
                    CallKind.INCOMPLETE, inbounds.rule, (hit,), EpisodeTopic.THROW, flag=flag
                ),
            )
    else:
        within = 1.0
    rule = rules.intercepted.rule
    return _caught(stop, CallKind.INTERCEPTION, rule, hit, (1.0 - share) * within * upright, flag)


def _within(stop: StoppedBoard, name: str) -> float:
    """How likely a player's whole base is in bounds."""
    seen = stop.seen(name)
    return 1.0 if seen is None else p_in_bounds(stop.context.field, stop.base(name), seen.measured)


def _near(stop: StoppedBoard, hit: str) -> tuple[float, tuple[Doubt, ...]]:
    """How likely a player's nearest part is within the rulebook's yards past the line."""
    line, seen, sign = stop.state.scrimmage_x_mm, stop.seen(hit), stop.state.plays.sign
    if line is None or seen is None:
        return 0.0, (Doubt(DoubtKind.NOT_SEEN, hit),)
    limit = line + sign * stick_mm(stop.context.field, stop.context.rules.throw.bats_yd.value)
    side = ahead_of_x(limit, stop.state.plays)
    reach = reach_beyond(stop.base(hit), seen.measured, side, BasePoint.HINDMOST)
    holds = p_at_least(-reach.beyond_mm, reach.sigma_mm)
    words = f"whether {hit} is near the line of scrimmage"
    return holds, too_close_to_tell([StopTest(holds, "", words)], stop.context.thresholds)


def _backward(stop: StoppedBoard, said: PassAttempt, hit: str | MissedThrow) -> tuple[Call, ...]:
    """A pitch that is thrown: complete to the one it is for, else the ball is loose."""
    rules = stop.context.rules.pitch
    flag: list[Doubt] = []
    if hit == said.intended:
        if rules.lateral_free.value.value == "nobody":
            return ()
        share, more = _engaged(stop, str(hit))
        flag += more
        if share < 0.5:
            return ()
    passer = said.passer or stop.state.carrier
    spot = None if passer is None else stop.spot(passer)
    players = () if passer is None else (passer,)
    return (
        stop.call(
            CallKind.FUMBLE,
            rules.missed.rule,
            players,
            EpisodeTopic.PITCH,
            spot=spot,
            flag=flag,
            action=CallAction.RECORD,
        ),
    )
