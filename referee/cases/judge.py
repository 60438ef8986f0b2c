"""A case is judged: its frames go through the calls, what ends the play through the game."""

from __future__ import annotations

from dataclasses import dataclass

from referee.calls.board import Board
from referee.calls.call import Call, Kind, standing
from referee.calls.contact import Engagement
from referee.calls.crew import Crew
from referee.calls.levels import Levels
from referee.calls.situation import Phase, Situation
from referee.cases.case import Case, Line
from referee.cases.film import film
from referee.core.errors import BadValue
from referee.core.roster import Team
from referee.game.events import Event, PlayEnded, Score, Scored
from referee.game.fold import Keeper
from referee.game.state import State
from referee.official.said import Named, PutInto, Said

_DEAD = frozenset({Kind.TACKLE, Kind.SACK, Kind.COVERAGE_SACK, Kind.OUT_OF_BOUNDS})


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a case: the calls that stand, and the game after the play."""

    calls: tuple[Call, ...]
    state: State


def judge(case: Case) -> Verdict:
    """The calls of a case and the state after them."""
    stand = _Stand(case)
    for at_s, board in film(case):
        stand.see(at_s, board)
    calls = tuple(standing(stand.close()))
    return Verdict(calls, _after(case, calls, stand.team))


class _Stand:
    """The script and the frames of one case on their way to the calls."""

    def __init__(self, case: Case) -> None:
        if case.start.team is None:
            raise BadValue("start.team", None, "the team that has the ball")
        self._case = case
        self._crew = Crew(case.rulebook.calls, case.field, case.roster)
        self._script = list(case.script)
        self._calls: list[Call] = []
        self._stop: Engagement | None = None
        self._stops = 0
        self._phase: Phase | None = None
        self._carrier: str | None = None
        self._caught_behind = False
        self.team: Team = case.start.team

    def see(self, at_s: float, board: Board) -> None:
        """First what is said until then, then the frame."""
        while self._script and self._script[0].at_s <= at_s:
            self._hear(self._script.pop(0))
        if board.power:
            self._leave()
        if self._stop is not None:
            self._stop.see(board)
        if self._phase is not None:
            self._calls += self._crew.see(board).calls

    def close(self) -> list[Call]:
        """All calls, what was still open included."""
        self._leave()
        if self._phase is not None:
            self._calls += self._crew.close()
        return self._calls

    def _hear(self, line: Line) -> None:
        if line.engaged:
            self._leave()
            rules = self._case.rulebook.calls.engagement
            self._stop = Engagement(rules, self._case.roster, Levels())
        for said in line.says:
            self._take(said)

    def _take(self, said: Said) -> None:
        match said:
            case PutInto():
                self._phase = said.phase or self._phase
                self.team = said.team or self.team
                self._carrier = None if said.nobody_said else said.carrier or self._carrier
                if said.caught_behind is not None:
                    self._caught_behind = said.caught_behind
            case Named():
                self._carrier = said.carrier or self._carrier
            case _:
                return
        if self._phase is None:
            return
        self._calls += self._crew.begin(self._situation(self._phase))

    def _leave(self) -> None:
        if self._stop is not None:
            self._stops += 1
            self._calls += self._stop.calls(self._stops)
            self._stop = None

    def _situation(self, phase: Phase) -> Situation:
        start = self._case.start
        returns = phase is Phase.RETURN
        return Situation(
            play=1,
            phase=phase,
            team=self.team,
            plays=start.plays_toward(self.team),
            carrier=self._carrier,
            on_field=tuple(sorted(self._case.moves.keys)),
            scrimmage_x_mm=None if returns else start.x_mm,
            to_gain_x_mm=None if returns else start.to_gain_x_mm,
            caught_behind=self._caught_behind,
        )


def _after(case: Case, calls: tuple[Call, ...], team: Team) -> State:
    """The game after the play, as the calls leave it; where dice have to speak it stays."""
    keeper = Keeper(case.rulebook.game, case.field)
    event = _event(calls, team)
    return case.start if event is None else keeper.after(case.start, event)


def _event(calls: tuple[Call, ...], team: Team) -> Event | None:
    for call in calls:
        if call.kind is Kind.SAFETY:
            return Scored(Score.SAFETY, team.other, call.rule, call.flagged)
    for call in calls:
        if call.kind is Kind.TOUCHDOWN:
            return Scored(Score.TOUCHDOWN, team, call.rule, call.flagged)
        if call.kind in _DEAD and call.spot is not None:
            spot = call.spot
            return PlayEnded(call.kind, team, spot.x_mm, spot.y_mm, call.rule, call.flagged)
    return None
