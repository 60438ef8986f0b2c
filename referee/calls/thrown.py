"""Thrown: a pass with the passing figure. What it hit is declared; who that is, and how he stands,
is seen at the stop.
"""

from __future__ import annotations

import math
from dataclasses import replace

from referee.calls.after_catch import followed
from referee.calls.at_stop import Stop, Test, close
from referee.calls.call import Action, Call, Kind
from referee.calls.contact import Engages
from referee.calls.inside import inside
from referee.calls.pass_rules import Fouls
from referee.calls.plays import Hit
from referee.calls.situation import Pass, Situation
from referee.calls.throw_rules import Bats, Others
from referee.core.crossing import HalfPlane
from referee.core.pose import apart_mm
from referee.core.probability import p_at_least
from referee.core.reach import Of, reach_beyond
from referee.core.yards import stick_mm


def may_throw(stop: Stop, passer: str) -> tuple[Call, ...]:
    """Refuses a forward pass of a man who is past the line of scrimmage, and all on returns."""
    rules, line = stop.book.rules.throw, stop.situation.scrimmage_x_mm
    if not rules.behind.value:
        return ()
    tests = [Test(0.0 if line is None else 1.0, rules.behind.rule, "not on a return")]
    seen, sign = stop.seen(passer), float(stop.situation.plays.sign)
    if line is not None and seen is not None:
        of = Of.HINDMOST if rules.partly_over.value else Of.FOREMOST
        side = HalfPlane((sign, 0.0), sign * line)
        reach = reach_beyond(stop.base(passer), seen.measured, side, of)
        holds = p_at_least(-reach.beyond_mm, reach.sigma_mm)
        words = f"{passer} is behind the line"
        tests.append(Test(holds, rules.behind.rule, words, -reach.beyond_mm, reach.sigma_mm))
    return stop.refused(tests, (passer,), "pass")


def far_enough(stop: Stop, passer: str, receiver: str) -> tuple[Call, ...]:
    """Refuses a throw with the figure to somebody who is too near for it."""
    least = stop.book.rules.throw.least_yd
    one, other = stop.seen(passer), stop.seen(receiver)
    if least.value == 0.0 or one is None or other is None:
        return ()
    a, b = one.measured, other.measured
    sigma_mm = math.sqrt(a.covariance[0][0] + b.covariance[0][0])
    more_mm = apart_mm(a.pose, b.pose) - stick_mm(stop.book.field, least.value)
    test = Test(p_at_least(more_mm, sigma_mm), least.rule, "it is far enough", more_mm, sigma_mm)
    return stop.refused([test], (passer, receiver), "pass")


def thrown(stop: Stop, said: Pass, hit: str | Hit) -> tuple[Call, ...]:
    """What a throw came to. A backward one that is complete needs no call: he has the ball."""
    if said.backward:
        return _backward(stop, said, hit)
    rules = stop.book.rules.throw
    if isinstance(hit, Hit):
        return (stop.call(Kind.INCOMPLETE, rules.incomplete.rule, (), "pass"),)
    if stop.player(hit).team is not stop.situation.team:
        return _defender(stop, hit)
    if hit in said.linemen or hit == said.passer:
        return _lineman(stop, hit)
    return _receiver(stop, said, hit)


def _engaged(stop: Stop, name: str) -> tuple[float, tuple[str, ...]]:
    """How likely he touches whom the rulebook means, and what of that is not known."""
    mates = stop.book.rules.engagement.by.value is Engages.ANYBODY
    share = stop.engaged(name, mates=mates)
    hidden = stop.hidden(name, mates=mates)
    flag = close([Test(1.0 - share, "", f"whether {name} is engaged")], stop.book.levels)
    plain = share >= stop.book.levels.sure
    unseen = () if plain else tuple(f"{each} is not seen and may touch {name}" for each in hidden)
    return share, (*flag, *unseen)


def _receiver(stop: Stop, said: Pass, hit: str) -> tuple[Call, ...]:
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
    tests = [Test(1.0 - fail, rule, f"{hit} may catch it") for fail, rule in fails]
    flag += close(tests, stop.book.levels)
    failed = next((test for test in tests if test.holds < 0.5), None)
    other = said.intended is not None and hit != said.intended
    if failed is not None or (other and rules.others.value is Others.INCOMPLETE):
        rule = rules.others.rule if failed is None else failed.rule
        return (stop.call(Kind.INCOMPLETE, rule, (hit,), "pass", flag=flag),)
    fell = rules.fallen.value and lies >= 0.5
    dead = fell or (other and rules.others.value is Others.NO_ADVANCE)
    rule = rules.fallen.rule if fell else (rules.others.rule if other else rules.complete.rule)
    certainty = 1.0
    for test in tests:
        certainty *= test.holds
    return _caught(stop, Kind.CATCH, rule, hit, certainty, flag, dead=dead)


def _caught(
    stop: Stop,
    kind: Kind,
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
    after = followed(stop.book, call, stop.situation, stop.boards)
    made = replace(after.catch, flag=tuple(dict.fromkeys((*after.catch.flag, *after.doubts))))
    return (made, *after.calls)


def _lineman(stop: Stop, hit: str) -> tuple[Call, ...]:
    rules = stop.book.rules.throw
    fouls, flag = rules.fouls.value is not Fouls.NOBODY, list(stop.doubts(hit))
    if fouls and not rules.engaged_lineman.value:
        share, more = _engaged(stop, hit)
        fouls, flag = share < 0.5, [*flag, *more]
    kind = Kind.ILLEGAL_TOUCHING if fouls else Kind.INCOMPLETE
    return (stop.call(kind, rules.fouls.rule, (hit,), "pass", flag=flag),)


def _defender(stop: Stop, hit: str) -> tuple[Call, ...]:
    rules = stop.book.rules.throw
    flag, bats = list(stop.doubts(hit)), rules.engaged_defender
    share = 0.0
    if bats.value is not Bats.INTERCEPTS:
        engaged, more = _engaged(stop, hit)
        near, closely = (1.0, ()) if bats.value is Bats.SPOILS else _near(stop, hit)
        share = engaged * near
        # Where one of the two is plainly not so, the other does not matter.
        unlikely = 1.0 - stop.book.levels.sure
        flag += [*(more if near > unlikely else ()), *(closely if engaged > unlikely else ())]
    if share >= 0.5:
        kind = Kind.INCOMPLETE if bats.value is Bats.SPOILS else Kind.BATTED_DOWN
        return (stop.call(kind, bats.rule, (hit,), "pass", certainty=share, flag=flag),)
    if stop.upright(hit) < 0.5:
        return (stop.call(Kind.INCOMPLETE, rules.incomplete.rule, (hit,), "pass", flag=flag),)
    inbounds, within = stop.book.rules.passes.in_bounds, _within(stop, hit)
    if inbounds.value:
        flag += close([Test(within, "", f"whether {hit} is in bounds")], stop.book.levels)
        if within < 0.5:
            return (stop.call(Kind.INCOMPLETE, inbounds.rule, (hit,), "pass", flag=flag),)
    else:
        within = 1.0
    rule = rules.intercepted.rule
    return _caught(stop, Kind.INTERCEPTION, rule, hit, (1.0 - share) * within, flag)


def _within(stop: Stop, name: str) -> float:
    """How likely his whole base is in bounds."""
    seen = stop.seen(name)
    return 1.0 if seen is None else inside(stop.book.field, stop.base(name), seen.measured)


def _near(stop: Stop, hit: str) -> tuple[float, tuple[str, ...]]:
    """How likely his nearest part is on the line of scrimmage or within the yards past it."""
    line, seen, sign = stop.situation.scrimmage_x_mm, stop.seen(hit), stop.situation.plays.sign
    if line is None or seen is None:
        return 0.0, (f"{hit} is not seen",)
    limit = line + sign * stick_mm(stop.book.field, stop.book.rules.throw.bats_yd.value)
    side = HalfPlane((float(sign), 0.0), sign * limit)
    reach = reach_beyond(stop.base(hit), seen.measured, side, Of.HINDMOST)
    holds = p_at_least(-reach.beyond_mm, reach.sigma_mm)
    words = f"whether {hit} is near the line of scrimmage"
    return holds, close([Test(holds, "", words)], stop.book.levels)


def _backward(stop: Stop, said: Pass, hit: str | Hit) -> tuple[Call, ...]:
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
            Kind.FUMBLE,
            rules.missed.rule,
            players,
            "pitch",
            spot=spot,
            flag=flag,
            action=Action.RECORD,
        ),
    )


def said_of(situation: Situation, to: str, linemen: tuple[str, ...] = ()) -> Pass:
    """The pass of a situation with the receiver who was named; else a plain one to him."""
    known = situation.thrown or Pass(to, passer=situation.carrier, linemen=linemen)
    return replace(known, intended=to)
