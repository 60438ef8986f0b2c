"""Thrown: a pass with the passing figure. What it hit is declared; who that is, and how he stands,
is seen at the stop.
"""

from __future__ import annotations

import math
from dataclasses import replace

from referee.calls.call import Call, CallAction, CallKind
from referee.calls.contact.engagement import EngagedBy
from referee.calls.lines.in_bounds import p_in_bounds
from referee.calls.passing.catch_result import catch_result
from referee.calls.passing.rules.pass_rules import IllegalTouchBy
from referee.calls.passing.rules.throw_rules import EngagedDefenderHit, OtherReceiverHit
from referee.calls.phase_state import PassAttempt, PhaseState
from referee.calls.play_name import MissedThrow
from referee.calls.stops.stopped_board import StoppedBoard, StopTest, too_close_to_tell
from referee.core.field.yards import stick_mm
from referee.core.geometry.crossing import HalfPlane
from referee.core.geometry.pose import apart_mm
from referee.core.geometry.reach import BasePoint, reach_beyond
from referee.core.probability import p_at_least


def throw_refusals(stop: StoppedBoard, passer: str) -> tuple[Call, ...]:
    """Refuses a forward pass of a man who is past the line of scrimmage, and all on returns."""
    rules, line = stop.book.rules.throw, stop.situation.scrimmage_x_mm
    if not rules.behind.value:
        return ()
    tests = [StopTest(0.0 if line is None else 1.0, rules.behind.rule, "not on a return")]
    seen, sign = stop.seen(passer), float(stop.situation.plays.sign)
    if line is not None and seen is not None:
        of = BasePoint.HINDMOST if rules.partly_over.value else BasePoint.FOREMOST
        side = HalfPlane((sign, 0.0), sign * line)
        reach = reach_beyond(stop.base(passer), seen.measured, side, of)
        holds = p_at_least(-reach.beyond_mm, reach.sigma_mm)
        words = f"{passer} is behind the line"
        tests.append(StopTest(holds, rules.behind.rule, words, -reach.beyond_mm, reach.sigma_mm))
    return stop.refused(tests, (passer,), "pass")


def distance_refusals(stop: StoppedBoard, passer: str, receiver: str) -> tuple[Call, ...]:
    """Refuses a throw with the figure to somebody who is too near for it."""
    least = stop.book.rules.throw.least_yd
    one, other = stop.seen(passer), stop.seen(receiver)
    if least.value == 0.0 or one is None or other is None:
        return ()
    a, b = one.measured, other.measured
    sigma_mm = math.sqrt(a.covariance[0][0] + b.covariance[0][0])
    more_mm = apart_mm(a.pose, b.pose) - stick_mm(stop.book.field, least.value)
    test = StopTest(
        p_at_least(more_mm, sigma_mm), least.rule, "it is far enough", more_mm, sigma_mm
    )
    return stop.refused([test], (passer, receiver), "pass")


def throw_calls(stop: StoppedBoard, said: PassAttempt, hit: str | MissedThrow) -> tuple[Call, ...]:
    """What a throw came to. A backward one that is complete needs no call: he has the ball."""
    if said.backward:
        return _backward(stop, said, hit)
    rules = stop.book.rules.throw
    if isinstance(hit, MissedThrow):
        return (stop.call(CallKind.INCOMPLETE, rules.incomplete.rule, (), "pass"),)
    if stop.player(hit).team is not stop.situation.team:
        return _defender(stop, hit)
    if hit in said.linemen or hit == said.passer:
        return _lineman(stop, hit)
    return _receiver(stop, said, hit)


def _engaged(stop: StoppedBoard, name: str) -> tuple[float, tuple[str, ...]]:
    """How likely he touches whom the rulebook means, and what of that is not known."""
    mates = stop.book.rules.engagement.by.value is EngagedBy.ANYBODY
    share = stop.engaged(name, mates=mates)
    hidden = stop.hidden(name, mates=mates)
    flag = too_close_to_tell(
        [StopTest(1.0 - share, "", f"whether {name} is engaged")], stop.book.levels
    )
    plain = share >= stop.book.levels.sure
    unseen = () if plain else tuple(f"{each} is not seen and may touch {name}" for each in hidden)
    return share, (*flag, *unseen)


def _receiver(stop: StoppedBoard, said: PassAttempt, hit: str) -> tuple[Call, ...]:
    rules, passes = stop.book.rules.throw, stop.book.rules.passes
    flag = list(stop.doubts(hit))
    if hit in said.unsure:
        flag.append("nobody can tell whether he may catch it")
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
    flag += too_close_to_tell(tests, stop.book.levels)
    failed = next((test for test in tests if test.holds < 0.5), None)
    other = said.intended is not None and hit != said.intended
    if failed is not None or (other and rules.others.value is OtherReceiverHit.INCOMPLETE):
        rule = rules.others.rule if failed is None else failed.rule
        return (stop.call(CallKind.INCOMPLETE, rule, (hit,), "pass", flag=flag),)
    fell = rules.fallen.value and lies >= 0.5
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
    flag: list[str],
    *,
    dead: bool = False,
) -> tuple[Call, ...]:
    call = stop.call(
        kind, rule, (hit,), "pass", certainty=certainty, spot=stop.spot(hit), flag=flag, dead=dead
    )
    after = catch_result(stop.book, call, stop.situation, stop.boards)
    made = replace(after.catch, flag=tuple(dict.fromkeys((*after.catch.flag, *after.doubts))))
    return (made, *after.calls)


def _lineman(stop: StoppedBoard, hit: str) -> tuple[Call, ...]:
    rules = stop.book.rules.throw
    fouls, flag = rules.fouls.value is not IllegalTouchBy.NOBODY, list(stop.doubts(hit))
    if fouls and not rules.engaged_lineman.value:
        share, more = _engaged(stop, hit)
        fouls, flag = share < 0.5, [*flag, *more]
    kind = CallKind.ILLEGAL_TOUCHING if fouls else CallKind.INCOMPLETE
    return (stop.call(kind, rules.fouls.rule, (hit,), "pass", flag=flag),)


def _defender(stop: StoppedBoard, hit: str) -> tuple[Call, ...]:
    rules = stop.book.rules.throw
    flag, bats = list(stop.doubts(hit)), rules.engaged_defender
    share = 0.0
    if bats.value is not EngagedDefenderHit.INTERCEPTS:
        engaged, more = _engaged(stop, hit)
        near, closely = (1.0, ()) if bats.value is EngagedDefenderHit.SPOILS else _near(stop, hit)
        share = engaged * near
        # Where one of the two is plainly not so, the other does not matter.
        unlikely = 1.0 - stop.book.levels.sure
        flag += [*(more if near > unlikely else ()), *(closely if engaged > unlikely else ())]
    if share >= 0.5:
        kind = (
            CallKind.INCOMPLETE if bats.value is EngagedDefenderHit.SPOILS else CallKind.BATTED_DOWN
        )
        return (stop.call(kind, bats.rule, (hit,), "pass", certainty=share, flag=flag),)
    if stop.upright(hit) < 0.5:
        return (stop.call(CallKind.INCOMPLETE, rules.incomplete.rule, (hit,), "pass", flag=flag),)
    inbounds, within = stop.book.rules.passes.in_bounds, _within(stop, hit)
    if inbounds.value:
        flag += too_close_to_tell(
            [StopTest(within, "", f"whether {hit} is in bounds")], stop.book.levels
        )
        if within < 0.5:
            return (stop.call(CallKind.INCOMPLETE, inbounds.rule, (hit,), "pass", flag=flag),)
    else:
        within = 1.0
    rule = rules.intercepted.rule
    return _caught(stop, CallKind.INTERCEPTION, rule, hit, (1.0 - share) * within, flag)


def _within(stop: StoppedBoard, name: str) -> float:
    """How likely his whole base is in bounds."""
    seen = stop.seen(name)
    return 1.0 if seen is None else p_in_bounds(stop.book.field, stop.base(name), seen.measured)


def _near(stop: StoppedBoard, hit: str) -> tuple[float, tuple[str, ...]]:
    """How likely his nearest part is on the line of scrimmage or within the yards past it."""
    line, seen, sign = stop.situation.scrimmage_x_mm, stop.seen(hit), stop.situation.plays.sign
    if line is None or seen is None:
        return 0.0, (f"{hit} is not seen",)
    limit = line + sign * stick_mm(stop.book.field, stop.book.rules.throw.bats_yd.value)
    side = HalfPlane((float(sign), 0.0), sign * limit)
    reach = reach_beyond(stop.base(hit), seen.measured, side, BasePoint.HINDMOST)
    holds = p_at_least(-reach.beyond_mm, reach.sigma_mm)
    words = f"whether {hit} is near the line of scrimmage"
    return holds, too_close_to_tell([StopTest(holds, "", words)], stop.book.levels)


def _backward(stop: StoppedBoard, said: PassAttempt, hit: str | MissedThrow) -> tuple[Call, ...]:
    """A pitch that is thrown: complete to the one it is for, else the ball is loose."""
    rules = stop.book.rules.pitch
    flag: list[str] = []
    if hit == said.intended:
        if rules.lateral_free.value.value == "nobody":
            return ()
        share, more = _engaged(stop, str(hit))
        flag += more
        if share < 0.5:
            return ()
    passer = said.passer or stop.situation.carrier
    spot = None if passer is None else stop.spot(passer)
    players = () if passer is None else (passer,)
    return (
        stop.call(
            CallKind.FUMBLE,
            rules.missed.rule,
            players,
            "pitch",
            spot=spot,
            flag=flag,
            action=CallAction.RECORD,
        ),
    )


def declared_pass(situation: PhaseState, to: str, linemen: tuple[str, ...] = ()) -> PassAttempt:
    """The pass of a situation with the receiver who was named; else a plain one to him."""
    known = situation.thrown or PassAttempt(to, passer=situation.carrier, linemen=linemen)
    return replace(known, intended=to)
