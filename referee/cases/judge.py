"""A case is judged: its script and its frames go through the official."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.calls.board import Board
from referee.calls.call import Call, standing
from referee.calls.contact import Engagement
from referee.calls.levels import Levels
from referee.cases.case import Case, Hand, Line
from referee.cases.film import NS, film, power_at
from referee.game.state import State
from referee.official.official import Official
from referee.official.outcome import Notice, Outcome
from referee.official.said import Switched


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a case: the calls that stand, the game afterwards, where the play stands."""

    calls: tuple[Call, ...]
    state: State
    notice: Notice


def judge(case: Case) -> Verdict:
    """The calls of a case and the state after them."""
    evening = _Evening(case)
    for at_s, board in film(case):
        evening.see(at_s, board)
    return evening.verdict()


class _Evening:
    """The script and the frames of one case on their way to the official."""

    def __init__(self, case: Case) -> None:
        self._case = case
        self._official = Official(case.rulebook, case.field, case.roster, case.start)
        self._script: Sequence[Line] = case.script
        self._calls: list[Call] = []
        self._power = power_at(case, -1.0)
        self._stop: Engagement | None = None
        self._stops = 0

    def see(self, at_s: float, board: Board) -> None:
        """First what is said until then, then the frame."""
        while self._script and self._script[0].at_s <= at_s:
            self._hear(self._script[0])
            self._script = self._script[1:]
        board = replace(board, power=self._power)
        if board.power:
            self._leave()
        if self._stop is not None:
            self._stop.see(board)
        self._take(self._official.see(board))

    def verdict(self) -> Verdict:
        """What came of it, with what was still open."""
        self._leave()
        self._take(self._official.close())
        calls = tuple(standing(self._calls))
        return Verdict(calls, self._official.state, self._official.notice)

    def _hear(self, line: Line) -> None:
        if line.engaged:
            self._leave()
            rules = self._case.rulebook.calls.engagement
            self._stop = Engagement(rules, self._case.roster, Levels())
        for said in line.says:
            if isinstance(said, Switched):
                self._power = said.on
            self._take(self._official.hear(round(line.at_s * NS), said))

    def _take(self, outcome: Outcome) -> None:
        """The calls, and where the referee works the switch what he orders."""
        self._calls += outcome.calls
        if self._case.switch is Hand.REFEREE:
            self._power = (self._power or outcome.restore) and not outcome.cut

    def _leave(self) -> None:
        if self._stop is not None:
            self._stops += 1
            self._calls += self._stop.calls(self._stops)
            self._stop = None
