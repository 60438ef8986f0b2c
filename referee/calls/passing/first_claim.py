"""Which claim decides a pass: the earliest, with those at the same time."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from referee.calls.call import CallKind
from referee.calls.doubts import Doubt, DoubtKind
from referee.calls.passing.claims import Claim
from referee.calls.passing.rules.pass_rules import PassRules, SimultaneousTouch
from referee.calls.thresholds import ORDER_SIGMAS, Thresholds
from referee.core.clock import S_NS
from referee.core.probability import p_below


@dataclass(frozen=True, slots=True)
class FirstClaim:
    """The claim that stands, what it is called, and who was there; who has the ball comes last."""

    claim: Claim
    kind: CallKind
    rule: str
    players: tuple[str, ...]
    dead: bool = False
    flag: tuple[Doubt, ...] = ()


def earliest_claim(claims: Mapping[str, Claim]) -> Claim:
    """The first of the claims; of two at one instant the first by name."""
    return min(claims.values(), key=lambda claim: (claim.t_ns, claim.key))


def first_claim_of(
    rules: PassRules, thresholds: Thresholds, claims: Mapping[str, Claim]
) -> FirstClaim:
    """The earliest claim, and what those make of it that came at the same time."""
    first = earliest_claim(claims)
    window_ns = rules.together_s.value * S_NS
    flag: list[Doubt] = []
    with_it: list[Claim] = []
    for claim in sorted(claims.values(), key=lambda each: (each.t_ns, each.key)):
        if claim is first or not claim.touch or not first.touch:
            continue
        certainty = _within(first, claim, window_ns)
        if certainty >= 0.5:
            with_it.append(claim)
        if 1.0 - thresholds.sure < certainty < thresholds.sure:
            flag.append(
                Doubt(
                    DoubtKind.TOO_CLOSE_TO_TELL, detail=f"{claim.key} touched it at the same time"
                )
            )
    joined = _joined(rules, first, with_it)
    if joined is not None:
        return replace(joined, flag=(*joined.flag, *flag))
    for claim in claims.values():
        near = ORDER_SIGMAS * math.hypot(claim.sigma_ns, first.sigma_ns)
        if claim.key != first.key and claim.t_ns - first.t_ns <= near:
            flag.append(Doubt(DoubtKind.SAME_INSTANT, detail=claim.words))
    return FirstClaim(first, first.kind, first.rule, (first.player,), flag=tuple(flag))


def _joined(rules: PassRules, first: Claim, with_it: list[Claim]) -> FirstClaim | None:
    """Two or more who touched it together, where the rulebook says what that is."""
    together, every = rules.together, [first, *with_it]
    mine = next((claim for claim in every if claim.kind is CallKind.CATCH), None)
    theirs = [claim for claim in every if claim.kind is CallKind.INTERCEPTION]
    others = tuple(claim.player for claim in every if claim is not mine)
    if mine is not None and together.value is not SimultaneousTouch.NO_ADVANCE:
        if not theirs:
            return None
        players = (*(claim.player for claim in theirs), mine.player)
        if together.value is SimultaneousTouch.BATTED:
            return FirstClaim(first, CallKind.BATTED_DOWN, together.rule, players)
        word = (Doubt(DoubtKind.TOUCHED_BY_BOTH),)
        return FirstClaim(first, CallKind.INCOMPLETE, together.rule, players, flag=word)
    if mine is not None and others:
        return FirstClaim(mine, CallKind.CATCH, together.rule, (*others, mine.player), dead=True)
    if len(theirs) > 1 and together.value is SimultaneousTouch.NO_ADVANCE:
        players = tuple(claim.player for claim in reversed(theirs))
        return FirstClaim(first, CallKind.INTERCEPTION, together.rule, players)
    return None


def _within(one: Claim, other: Claim, window_ns: float) -> float:
    """How likely two touches are one time."""
    sigma_ns = max(math.hypot(one.sigma_ns, other.sigma_ns), 1.0)
    apart_ns = abs(one.t_ns - other.t_ns)
    return p_below(apart_ns, sigma_ns, window_ns, at_limit=True)
