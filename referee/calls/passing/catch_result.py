"""What follows from a catch at once: a score, a tackle that is there already, or how it goes on."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from referee.calls.call import Call, CallAction, CallKind
from referee.calls.contact.neighbours import bases_near, hidden_near
from referee.calls.context import JudgingContext
from referee.calls.detector import RunContext
from referee.calls.doubts import Doubt, DoubtKind
from referee.calls.episode import Consequence
from referee.calls.frame import BoardFrame, poses_of
from referee.calls.lines.dead_ball import dead_ball_calls
from referee.calls.lines.spot import pose_at
from referee.calls.phase_state import PhaseState, PlayPhase
from referee.calls.stops.stop_request import p_inside_numbers
from referee.calls.tackle.tackle import FrontNeeded, Tackles
from referee.calls.thresholds import ORDER_SIGMAS
from referee.core.clock import S_NS
from referee.core.field.yards import goal_x_mm
from referee.core.geometry.crossing import ahead_of_x
from referee.core.geometry.reach import reach_beyond
from referee.core.probability import p_above, p_below
from referee.core.roster import Player
from referee.core.settings.ruled import Ruled


@dataclass(frozen=True, slots=True)
class CatchResult:
    """The catch, maybe dead or flagged by what was there, and the calls that come with it.

    ``doubts``: what a few more frames may still tell.
    """

    catch: Call
    calls: tuple[Call, ...] = ()
    doubts: tuple[Doubt, ...] = ()


def state_after_gain(catch: Call, state: PhaseState, players: Mapping[str, Player]) -> PhaseState:
    """The phase that begins with a catch, an interception or a recovery."""
    carrier = catch.players[-1]
    team = players[carrier].team
    if team is not state.team:
        return replace(
            state,
            phase=PlayPhase.RETURN,
            team=team,
            plays=state.plays.other,
            carrier=carrier,
            scrimmage_x_mm=None,
            to_gain_x_mm=None,
            caught_behind=False,
            thrown=None,
        )
    return replace(
        state,
        phase=PlayPhase.AFTER_CATCH,
        carrier=carrier,
        caught_behind=p_caught_behind(catch, state) >= 0.5,
        thrown=None,
    )


def p_caught_behind(catch: Call, state: PhaseState) -> float:
    """How likely it was caught at the line of scrimmage or behind it, by where the ball is then."""
    line, spot = state.scrimmage_x_mm, catch.spot
    if line is None or spot is None:
        return 0.0
    past_mm = state.plays.sign * (spot.x_mm - line)
    return p_below(past_mm, spot.sigma_mm, at_limit=True)


def catch_result(
    context: JudgingContext, catch: Call, state: PhaseState, boards: Sequence[BoardFrame]
) -> CatchResult:
    """What is decided the moment a ball is caught."""
    after = state_after_gain(catch, state, context.players)
    scored = _scored(context, catch, after, boards)
    if scored is not None:
        return CatchResult(catch, (scored,))
    passes = context.rules.passes
    own = after.phase is PlayPhase.AFTER_CATCH
    near = context.rules.tackle.front.value is FrontNeeded.NEAR_THE_LINE
    behind = p_caught_behind(catch, state)
    unlikely = 1.0 - context.thresholds.sure
    if own and near and unlikely < behind < context.thresholds.sure:
        close = Doubt(
            DoubtKind.TOO_CLOSE_TO_TELL, detail="it was caught behind the line of scrimmage"
        )
        catch = replace(catch, flag=(*catch.flag, close))
    inside = _p_caught_inside(context, catch, after, boards)
    if own and behind > unlikely and unlikely < inside < context.thresholds.sure:
        close = Doubt(DoubtKind.TOO_CLOSE_TO_TELL, detail="it was caught inside the numbers")
        catch = replace(catch, flag=(*catch.flag, close))
    if catch.dead:
        return CatchResult(catch, dead_ball_calls(context, after, catch))
    rule = passes.downed if own else passes.intercepted_downed
    if not rule.value:
        return CatchResult(catch)
    tackle, doubts = _tackled(context, catch, after, boards, rule)
    if tackle is None:
        return CatchResult(catch, (), doubts)
    if own:
        return CatchResult(catch, (tackle, *dead_ball_calls(context, after, tackle)), doubts)
    # An interceptor who is held is down with it: that is one event, not two.
    down = replace(catch, dead=True, flag=tuple(dict.fromkeys((*catch.flag, *tackle.flag))))
    return CatchResult(down, dead_ball_calls(context, after, down), doubts)


def _p_caught_inside(
    context: JudgingContext, catch: Call, after: PhaseState, boards: Sequence[BoardFrame]
) -> float:
    """How likely the catcher stood inside the numbers; 1 where no rule asks for that."""
    carrier = after.carrier or ""
    if not context.rules.stops.past_caught_inside.value:
        return 1.0
    pose = pose_at(poses_of(boards, carrier), catch.t_ns / S_NS)
    return p_inside_numbers(context.field, context.players[carrier].base, pose)


def _scored(
    context: JudgingContext, catch: Call, after: PhaseState, boards: Sequence[BoardFrame]
) -> Call | None:
    """The touchdown of a catcher whose base is over the opponent's goal line."""
    carrier = after.carrier or ""
    pose = pose_at(poses_of(boards, carrier), catch.t_ns / S_NS)
    side = ahead_of_x(goal_x_mm(context.field, after.plays), after.plays)
    reach = reach_beyond(context.players[carrier].base, pose, side)
    sigma_mm = math.hypot(reach.sigma_mm, context.thresholds.prior.least_sigma_mm)
    line = context.rules.passes.on_goal_line
    certainty = p_above(reach.beyond_mm, sigma_mm, at_limit=line.value)
    if certainty < 0.5:
        return None
    sure = certainty >= context.thresholds.line_sure
    close = (
        ()
        if sure
        else (Doubt(DoubtKind.TOO_CLOSE_TO_TELL, detail="the catcher was over the goal line"),)
    )
    return replace(
        catch,
        kind=CallKind.TOUCHDOWN,
        rule=line.rule,
        certainty=certainty * catch.certainty,
        action=CallAction.CUT,
        players=(carrier,),
        gap_mm=reach.beyond_mm,
        sigma_mm=sigma_mm,
        flag=(*catch.flag, *close),
        episode=catch.episode.leading_to(Consequence.SCORE_AT_CATCH),
        dead=False,
    )


def _tackled(
    context: JudgingContext,
    catch: Call,
    after: PhaseState,
    boards: Sequence[BoardFrame],
    rule: Ruled[bool],
) -> tuple[Call | None, tuple[Doubt, ...]]:
    """The tackle that was there at the catch, and doubts about who else may have been there."""
    carrier, thresholds = after.carrier or "", context.thresholds
    shape = context.players[carrier].base
    opponents = context.opponents(after.team, after.on_field)
    close = bases_near(boards, carrier, opponents, shape)
    hidden = tuple(
        Doubt(DoubtKind.HIDDEN_AT_CATCHER, name)
        for name in hidden_near(boards, carrier, opponents, shape, thresholds, catch.t_ns)
    )
    if not close:
        return None, hidden
    # From behind or not: with the catch the catcher is down, and has not lost the ball.
    plain = replace(
        context.rules.tackle,
        from_behind_fumbles=replace(context.rules.tackle.from_behind_fumbles, value=False),
        broken=replace(context.rules.tackle.broken, value=False),
    )
    rules = replace(context.rules, tackle=plain)
    # Only those who came near are watched.
    near = replace(after, on_field=(carrier, *close))
    tackles = Tackles(RunContext(replace(context, rules=rules), near))
    calls = [call for board in boards for call in tackles.update(board)]
    slack = ORDER_SIGMAS * math.hypot(
        catch.sigma_ns, max((call.sigma_ns for call in calls), default=0)
    )
    downs = [
        call for call in calls if call.kind is CallKind.TACKLE and call.t_ns <= catch.t_ns + slack
    ]
    doubts = (*tackles.open_doubts(catch.t_ns), *hidden)
    if not downs:
        return None, doubts
    first = min(downs, key=lambda call: (call.t_ns, call.players))
    later = first.t_ns > catch.t_ns
    word = (Doubt(DoubtKind.SAME_INSTANT, detail="catch"),) if later else ()
    # Where tackles near the line and elsewhere have rules of their own, it is one of those.
    own = after.phase is PlayPhase.AFTER_CATCH
    split = own and context.rules.tackle.front.value is FrontNeeded.NEAR_THE_LINE
    return replace(
        first,
        t_ns=max(first.t_ns, catch.t_ns),
        sigma_ns=catch.sigma_ns,
        rule=first.rule if split else rule.rule,
        certainty=first.certainty * catch.certainty,
        spot=catch.spot,
        flag=tuple(dict.fromkeys((*catch.flag, *first.flag, *word))),
        episode=catch.episode.leading_to(Consequence.DOWN_AT_CATCH),
    ), ()
