"""What differs between what a case wants and what came of it, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.calls.call import Call
from referee.cases.case import (
    NOBODY,
    Case,
    WantedCall,
    WantedFault,
    WantedLineUp,
    WantedState,
)
from referee.cases.case_result import CaseResult
from referee.core.clock import S_NS
from referee.core.roster import Team
from referee.game.state import State
from referee.official.line_up.line_up import LineUp, LineUpFault
from referee.official.outcome import PlayNotice
from referee.official.pivots.pivot_check import PivotFindings
from referee.official.play.state import team_of_side


def differences(case: Case, result: CaseResult) -> list[str]:
    """Everything that is not as the case wants it; nothing: the case holds."""
    left = list(result.calls)
    found: list[str] = []
    for wanted in case.wanted:
        call = _nearest(wanted, left)
        if call is None:
            found.append(f"missing: {_said(wanted)}")
            continue
        left.remove(call)
        found += [f"{call.kind.value}: {line}" for line in _wrong(wanted, call)]
    forbidden = case.forbidden
    found += [
        f"not wanted: {call_line(call)}"
        for call in left
        if forbidden is None or call.kind in forbidden
    ]
    if case.line_up is not None and result.line_up is not None:
        found += _line_up("line-up", case.line_up, result.line_up)
        found += _eligible(case.line_up, result.line_up)
    if case.pivots is not None and result.pivots is not None:
        found += _line_up("pivots", case.pivots, result.pivots)
    if case.after is not None:
        found += [f"afterwards: {line}" for line in _state(case.after, result.state)]
        found += [f"afterwards: {line}" for line in _notice(case, case.after, result.notice)]
    return found


def _line_up(of: str, wanted: WantedLineUp, found: LineUp | PivotFindings) -> Iterator[str]:
    """What differs in what the rules have against the line-up, or against turns."""
    yield from _faults(of, "fault", wanted.faults, found.faults)
    if wanted.doubts is not None:
        yield from _faults(of, "doubt", wanted.doubts, found.doubts)


def _eligible(wanted: WantedLineUp, found: LineUp) -> Iterator[str]:
    able = frozenset(man.player for man in found.eligible())
    if wanted.eligible is not None and wanted.eligible != able:
        yield f"line-up: {_listed(able)} may catch; wanted {_listed(wanted.eligible)}"


def _faults(
    of: str, what: str, wanted: Iterable[WantedFault], found: Iterable[LineUpFault]
) -> Iterator[str]:
    named = {(each.rule, each.players) for each in wanted}
    are = {(each.rule, frozenset(each.players)): each.sentence for each in found}
    for rule, players in sorted(named - are.keys(), key=str):
        yield f"{of}: missing {what}: {rule} against {_listed(players)}"
    for (rule, players), sentence in are.items():
        if (rule, players) not in named:
            yield f"{of}: not wanted {what}: {rule} against {_listed(players)}: {sentence}"


def call_line(call: Call) -> str:
    """A call on one line."""
    words = [f"{call.kind.value} at {call.t_ns / S_NS:.3f} s"]
    if call.players:
        words.append(f"by {', '.join(call.players)}")
    if call.rule:
        words.append(f"({call.rule})")
    if call.spot is not None:
        words.append(f"ball at {call.spot.x_mm:.1f}, {call.spot.y_mm:.1f} mm")
    if call.flag:
        words.append(f"flagged: {'; '.join(call.flag)}")
    return " ".join(words)


def _nearest(wanted: WantedCall, calls: list[Call]) -> Call | None:
    """Of the calls of its kind the one that is wrong in the fewest things."""
    of_kind = [call for call in calls if call.kind is wanted.kind]
    return min(of_kind, key=lambda call: len(list(_wrong(wanted, call))), default=None)


def _said(wanted: WantedCall) -> str:
    words = [wanted.kind.value]
    if wanted.players is not None:
        words.append(f"by {', '.join(sorted(wanted.players))}")
    if wanted.at_s is not None:
        words.append(f"at {wanted.at_s:g} s")
    return " ".join(words)


def _wrong(wanted: WantedCall, call: Call) -> Iterator[str]:
    if wanted.players is not None and wanted.players != frozenset(call.players):
        yield f"players are {', '.join(call.players)}; wanted {', '.join(sorted(wanted.players))}"
    if wanted.rule is not None and wanted.rule != call.rule:
        yield f"rule is {call.rule or 'none'}; wanted {wanted.rule}"
    if wanted.at_s is not None and abs(call.t_ns / S_NS - wanted.at_s) > wanted.within_s:
        yield f"at {call.t_ns / S_NS:.3f} s; wanted {wanted.at_s:g} within {wanted.within_s:g} s"
    spot = call.spot
    for axis, want in (("x", wanted.x_mm), ("y", wanted.y_mm)):
        if want is None:
            continue
        if spot is None:
            yield f"no spot; wanted {axis} {want:g} mm"
            continue
        value = spot.x_mm if axis == "x" else spot.y_mm
        if abs(value - want) > wanted.within_mm:
            yield f"spot {axis} is {value:.1f}; wanted {want:g} within {wanted.within_mm:g} mm"
    if wanted.action is not None and wanted.action is not call.action:
        yield f"action is {call.action.value}; wanted {wanted.action.value}"
    if wanted.flagged and not call.flag:
        yield "not flagged; wanted a flag"
    if call.flag and not wanted.flagged:
        yield f"flagged ({'; '.join(call.flag)}); wanted no flag"


def _state(after: WantedState, state: State) -> Iterator[str]:
    exact = (
        ("stage", after.phase, state.phase),
        ("team", after.team, state.team),
        ("down", after.down, state.down),
        ("goal_to_go", after.goal_to_go, state.to_gain_x_mm is None),
        ("home", after.home, state.home_score),
        ("away", after.away, state.away_score),
    )
    for name, want, value in exact:
        if want is not None and want != value:
            yield f"{name} is {value}; wanted {want}"
    places = (
        ("x_mm", after.x_mm, state.x_mm),
        ("y_mm", after.y_mm, state.y_mm),
        ("to_gain_x_mm", after.to_gain_x_mm, state.to_gain_x_mm),
    )
    for name, place, at in places:
        if place is not None and (at is None or abs(at - place) > after.within_mm):
            shown = "none" if at is None else f"{at:.1f}"
            yield f"{name} is {shown}; wanted {place:g} within {after.within_mm:g} mm"


def _notice(case: Case, after: WantedState, notice: PlayNotice) -> Iterator[str]:
    """What differs in the procedure afterwards."""
    if after.step is not None and after.step is not notice.step:
        yield f"period is {notice.step.value}; wanted {after.step.value}"
    if after.carrier is not None and after.carrier != (notice.carrier or NOBODY):
        yield f"carrier is {notice.carrier or NOBODY}; wanted {after.carrier}"
    if after.asks is not None:
        asks = frozenset(ask.what for ask in notice.asks)
        if asks != after.asks:
            yield f"asked is {_listed(asks)}; wanted {_listed(after.asks)}"
    offense = case.start.team or Team.HOME
    if after.switch is not None and team_of_side(after.switch, offense) is not notice.switch:
        has = "the referee" if notice.switch is None else notice.switch.value
        yield f"the switch is held by {has}; wanted {after.switch.value}"


def _listed(words: frozenset[str]) -> str:
    return ", ".join(sorted(words)) or "nothing"
