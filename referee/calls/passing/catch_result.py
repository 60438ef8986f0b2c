"""What follows from a catch at once: a score, a tackle that is there already, or how it goes on."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from referee.calls.call import Call, CallAction, CallKind
from referee.calls.call_rules import CallRules
from referee.calls.contact.neighbours import bases_near, hidden_near
from referee.calls.frame import BoardFrame
from referee.calls.lines.goal_line import safety_call
from referee.calls.lines.line_to_gain import line_to_gain_call
from referee.calls.lines.spot import pose_at
from referee.calls.phase_state import PhaseState, PlayPhase
from referee.calls.tackle.tackle import FrontNeeded, tackles
from referee.calls.thresholds import Thresholds
from referee.core.clock import S_NS
from referee.core.field.direction import Direction
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.crossing import HalfPlane
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.reach import reach_beyond
from referee.core.probability import p_above, p_below
from referee.core.roster import Player
from referee.core.settings.ruled import Ruled

# Two instants nearer than this many sigmas may have been one.
_SIGMAS = 2.6


@dataclass(frozen=True, slots=True)
class JudgingContext:
    """What judging a catch takes: the rules, the field, the players, how sure is sure."""

    rules: CallRules
    field: FieldProfile
    players: Mapping[str, Player]
    levels: Thresholds


@dataclass(frozen=True, slots=True)
class CatchResult:
    """The catch, maybe dead or flagged by what was there, and the calls that come with it.

    ``doubts``: what a few more frames may still tell.
    """

    catch: Call
    calls: tuple[Call, ...] = ()
    doubts: tuple[str, ...] = ()


def state_after_gain(
    catch: Call, situation: PhaseState, players: Mapping[str, Player]
) -> PhaseState:
    """The phase that begins with a catch, an interception or a recovery."""
    carrier = catch.players[-1]
    team = players[carrier].team
    if team is not situation.team:
        return replace(
            situation,
            phase=PlayPhase.RETURN,
            team=team,
            plays=situation.plays.other,
            carrier=carrier,
            scrimmage_x_mm=None,
            to_gain_x_mm=None,
            caught_behind=False,
            thrown=None,
        )
    return replace(
        situation,
        phase=PlayPhase.AFTER_CATCH,
        carrier=carrier,
        caught_behind=p_caught_behind(catch, situation) >= 0.5,
        thrown=None,
    )


def p_caught_behind(catch: Call, situation: PhaseState) -> float:
    """How likely it was caught at the line of scrimmage or behind it, by where the ball is then."""
    line, spot = situation.scrimmage_x_mm, catch.spot
    if line is None or spot is None:
        return 0.0
    past_mm = situation.plays.sign * (spot.x_mm - line)
    return p_below(past_mm, spot.sigma_mm, at_limit=True)


def catch_result(
    book: JudgingContext, catch: Call, situation: PhaseState, boards: Sequence[BoardFrame]
) -> CatchResult:
    """What is decided the moment a ball is caught."""
    after = state_after_gain(catch, situation, book.players)
    scored = _scored(book, catch, after, boards)
    if scored is not None:
        return CatchResult(catch, (scored,))
    passes = book.rules.passes
    own = after.phase is PlayPhase.AFTER_CATCH
    near = book.rules.tackle.front.value is FrontNeeded.NEAR_THE_LINE
    behind = p_caught_behind(catch, situation)
    if own and near and 1.0 - book.levels.sure < behind < book.levels.sure:
        close = "too close to tell whether it was caught behind the line of scrimmage"
        catch = replace(catch, flag=(*catch.flag, close))
    if catch.dead:
        return CatchResult(catch, _dead(book, catch, after))
    rule = passes.downed if own else passes.intercepted_downed
    if not rule.value:
        return CatchResult(catch)
    tackle, doubts = _tackled(book, catch, after, boards, rule)
    if tackle is None:
        return CatchResult(catch, (), doubts)
    if own:
        return CatchResult(catch, (tackle, *_dead(book, tackle, after)), doubts)
    # An interceptor who is held is down with it: that is one event, not two.
    down = replace(catch, dead=True, flag=tuple(dict.fromkeys((*catch.flag, *tackle.flag))))
    return CatchResult(down, _dead(book, down, after), doubts)


def _dead(book: JudgingContext, call: Call, after: PhaseState) -> tuple[Call, ...]:
    """What follows from where the ball is dead."""
    behind = safety_call(book.rules.goal, book.field, book.levels, after, call)
    gain = line_to_gain_call(book.rules.gain, book.levels, after, call)
    return tuple(each for each in (behind, gain) if each is not None)


def _scored(
    book: JudgingContext, catch: Call, after: PhaseState, boards: Sequence[BoardFrame]
) -> Call | None:
    """A catch by a man whose base is over the goal line he plays toward."""
    carrier = after.carrier or ""
    pose = pose_at(_frames(boards, carrier), catch.t_ns / S_NS)
    right = after.plays is Direction.RIGHT
    goal = book.field.goal_to_goal_mm if right else 0.0
    side = HalfPlane((float(after.plays.sign), 0.0), after.plays.sign * goal)
    reach = reach_beyond(book.players[carrier].base, pose, side)
    sigma_mm = math.hypot(reach.sigma_mm, book.levels.belief.least_sigma_mm)
    certainty = p_above(reach.beyond_mm, sigma_mm)
    line = book.rules.passes.on_goal_line
    enough = certainty >= 0.5 if line.value else certainty > 0.5
    if not enough:
        return None
    sure = certainty >= book.levels.line_sure
    close = () if sure else ("too close to tell whether he was over the goal line",)
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
        episode=f"score:{catch.episode}",
        dead=False,
    )


def _tackled(
    book: JudgingContext,
    catch: Call,
    after: PhaseState,
    boards: Sequence[BoardFrame],
    rule: Ruled[bool],
) -> tuple[Call | None, tuple[str, ...]]:
    """The tackle that was there when he caught it, and who may have been there."""
    carrier, levels = after.carrier or "", book.levels
    shape = book.players[carrier].base
    opponents = {
        name: book.players[name].base
        for name in after.on_field
        if book.players[name].team is not after.team
    }
    close = bases_near(boards, carrier, opponents, shape)
    hidden = tuple(
        f"{name} was not seen and may have been at him"
        for name in hidden_near(boards, carrier, opponents, shape, levels, catch.t_ns)
    )
    if not close:
        return None, hidden
    # From behind or not: with the catch he is down, and has not lost it.
    plain = replace(
        book.rules.tackle,
        from_behind_fumbles=replace(book.rules.tackle.from_behind_fumbles, value=False),
        broken=replace(book.rules.tackle.broken, value=False),
    )
    calls: list[Call] = []
    part = tackles(plain, book.rules.touch, book.field, close, shape, levels, after)
    if part is None:
        return None, ()
    for board in boards:
        calls += part.see(board)
    slack = _SIGMAS * math.hypot(catch.sigma_ns, max((call.sigma_ns for call in calls), default=0))
    downs = [
        call for call in calls if call.kind is CallKind.TACKLE and call.t_ns <= catch.t_ns + slack
    ]
    doubts = (*part.open_doubts(catch.t_ns), *hidden)
    if not downs:
        return None, doubts
    first = min(downs, key=lambda call: (call.t_ns, call.players))
    later = first.t_ns > catch.t_ns
    word = ("at nearly the same instant: catch",) if later else ()
    # Where tackles near the line and elsewhere have rules of their own, it is one of those.
    own = after.phase is PlayPhase.AFTER_CATCH
    split = own and book.rules.tackle.front.value is FrontNeeded.NEAR_THE_LINE
    return replace(
        first,
        t_ns=max(first.t_ns, catch.t_ns),
        sigma_ns=catch.sigma_ns,
        rule=first.rule if split else rule.rule,
        certainty=first.certainty * catch.certainty,
        spot=catch.spot,
        flag=tuple(dict.fromkeys((*catch.flag, *first.flag, *word))),
        episode=f"down:{catch.episode}",
    ), ()


def _frames(boards: Sequence[BoardFrame], player: str) -> list[tuple[int, MeasuredPose]]:
    seen = ((board.t_ns, board.find(player)) for board in boards)
    return [(t_ns, one.measured) for t_ns, one in seen if one is not None]
