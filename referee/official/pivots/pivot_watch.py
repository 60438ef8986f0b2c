"""Stop after stop: where every base came to rest, and what is wrong with its turns since."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from referee.calls.frame import BoardFrame, SeenBase
from referee.calls.phase_state import PASSER_HAS_IT, PlayPhase
from referee.calls.tackle_box import TackleBox, is_lineman, tackle_box
from referee.core.field.field_profile import FieldProfile
from referee.core.roster import Roster, Team
from referee.game.events import ScrimmageKick
from referee.game.state import State
from referee.official.line_up.line_up import LineUp, LineUpFault
from referee.official.outcome import PlayNotice
from referee.official.pivots.catch_turns import catch_turns
from referee.official.pivots.pivot_check import (
    PivotFindings,
    PivotGround,
    PivotStop,
    check_pivots,
)
from referee.official.pivots.turn_duties import LIKELY, passer_away, turn_duties
from referee.official.pivots.turn_order import TurnOrder
from referee.official.pivots.who_may_turn import players_who_may_turn
from referee.rulebooks.play_step import PlayStep
from referee.rulebooks.rulebook import Rulebook

# So many frames of a rest tell where the bases came to it: no hand is quicker.
FIRST_FRAMES = 3
# A board at rest is judged so often.
EVERY_NS = 100_000_000
_BETWEEN = (PlayStep.SET, PlayStep.DEAD)
_THROWS = frozenset({*PASSER_HAS_IT, PlayPhase.IN_THE_AIR})


class PivotWatch:
    """Fed the frames of a play; ``findings`` are those of the stop that lasts.

    ``pairs`` of the update are who touches whom, None: that is not known yet.
    """

    def __init__(self, rulebook: Rulebook, field: FieldProfile, roster: Roster) -> None:
        self._book, self._field, self._roster = rulebook, field, roster
        self._players = {player.id: player for player in roster}
        self._before: dict[str, SeenBase] = {}
        self._frames = 0
        self._pairs: tuple[tuple[str, str], ...] | None = None
        # Whether this is the first stop of the play, or will be.
        self._first = False
        self._scrambled = False
        # Who takes the snap.
        self._passer: str | None = None
        self._box: TackleBox | None = None
        self._due_ns = 0
        self._order = TurnOrder()
        self.findings = PivotFindings()

    def update(
        self,
        board: BoardFrame,
        notice: PlayNotice,
        state: State,
        pairs: Iterable[tuple[str, str]] | None,
        found: LineUp | None,
        *,
        resting: bool,
    ) -> None:
        """Take in a frame, and judge it if the board rests at a stop."""
        self._scrambled |= notice.phase is PlayPhase.SCRAMBLE
        if board.power or notice.step in _BETWEEN:
            if notice.step is PlayStep.SET and notice.offense is not None and not board.power:
                self._box = tackle_box(board, self._roster, notice.offense) or self._box
                self._first, self._scrambled = True, False
                self._passer = notice.carrier
            elif self._frames:
                self._first = False
            self._forget()
            if resting and not board.power:
                self.findings = self._before_snap(board, notice, state)
            return
        if not resting:
            return
        if self._frames < FIRST_FRAMES:
            self._frames += 1
            for seen in board.seen:
                self._before[seen.player] = seen
        if self._pairs is None and pairs is not None:
            self._pairs = tuple(pairs)
        known = self._frames >= FIRST_FRAMES and self._pairs is not None
        if known and board.t_ns >= self._due_ns:
            self._due_ns = board.t_ns + EVERY_NS
            self.findings = self._judged(board, notice, state, found)

    def _forget(self) -> None:
        self._before, self._frames, self._pairs, self._due_ns = {}, 0, None, 0
        self._order.forget()
        self.findings = PivotFindings()

    def _before_snap(self, board: BoardFrame, notice: PlayNotice, state: State) -> PivotFindings:
        """A run that was named already: who takes the snap gives the ball away at once."""
        passer, offense = board.find(self._passer or ""), notice.offense
        if passer is None or offense is None or notice.handed_to in (None, passer.player):
            return PivotFindings()
        return PivotFindings(duties=tuple(passer_away(self._ground(state), offense, passer)))

    def _ground(self, state: State) -> PivotGround:
        return PivotGround(self._book.calls.pivots, self._field, self._players, state)

    def _judged(
        self, board: BoardFrame, notice: PlayNotice, state: State, found: LineUp | None
    ) -> PivotFindings:
        pairs, row = self._pairs or (), self._book.procedure.row(notice.step)
        able = players_who_may_turn(notice, pairs, found, self._roster)
        offense = notice.offense or notice.team
        options = notice.step is PlayStep.READ
        stop = PivotStop(
            able=frozenset(able),
            rule=row.turned_by or row.rule,
            engaged=frozenset(name for pair in pairs for name in pair),
            engaged_rule=self._book.calls.engagement.by.rule,
            receivers=self._receivers(found, offense),
            offense=offense,
            carrier=None if notice.carrier is None else self._before.get(notice.carrier),
            after_snap=self._first,
            options=options,
            cut_back=notice.cut_back,
            caught=notice.phase is PlayPhase.AFTER_CATCH,
            returned=notice.phase is PlayPhase.RETURN,
            throws=notice.phase in _THROWS and not (self._first or options),
            scrambles=notice.phase is PlayPhase.SCRAMBLE,
            aloft=notice.phase is PlayPhase.IN_THE_AIR,
            punted=notice.kick is ScrimmageKick.PUNT,
            passer=self._gave_away(notice),
            put_down=self._put_down(notice),
            box=self._box,
            pairs=pairs,
            scrambled=self._scrambled,
        )
        ground, now = self._ground(state), _seen(board)
        stop = replace(stop, rights=catch_turns(ground, stop, self._before))
        checked = check_pivots(ground, stop, self._before, now)
        duties = turn_duties(ground, stop, self._before, now)
        may = tuple(sorted(name for name, share in stop.rights.items() if share >= LIKELY))
        findings = replace(checked, duties=(*checked.duties, *duties), may=may)
        in_order = ground.rules.in_order
        if notice.first is None or not in_order.value:
            return findings
        self._order.update(now, self._players, notice.first)
        words = "Turned again, or too late: the other side has begun"
        late = tuple(
            LineUpFault(in_order.rule, words, (name,), 1.0, notice.first)
            for name in sorted(self._order.late)
        )
        return replace(findings, faults=(*findings.faults, *late))

    def _put_down(self, notice: PlayNotice) -> frozenset[str]:
        """The returner of a kick; while nobody has said who that is, anybody of its side."""
        if notice.step is not PlayStep.RETURN:
            return frozenset()
        if notice.carrier is not None:
            return frozenset({notice.carrier})
        return frozenset(player.id for player in self._roster if player.team is notice.team)

    def _gave_away(self, notice: PlayNotice) -> str | None:
        """Who took the snap, once another runs with the ball."""
        runs = notice.step is PlayStep.TO_THE_LINE and notice.carrier not in (None, self._passer)
        return self._passer if runs else None

    def _receivers(self, found: LineUp | None, offense: Team) -> frozenset[str]:
        """Who may catch, by the line-up; where it was not read, whoever is no lineman."""
        if found is not None:
            return frozenset(man.player for man in found.eligible())
        mine = (player for player in self._roster if player.team is offense)
        return frozenset(player.id for player in mine if not is_lineman(player))


def _seen(board: BoardFrame) -> Mapping[str, SeenBase]:
    return {seen.player: seen for seen in board.seen if seen.player}
