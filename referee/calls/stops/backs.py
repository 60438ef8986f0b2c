"""Backs at the snap: how many may run up to the line, and how many the same way."""

from __future__ import annotations

import math

from referee.calls.call import Call, CallKind
from referee.calls.frame import BoardFrame, SeenBase
from referee.calls.phase_state import PhaseState, PlayPhase
from referee.calls.stops.snap import NO_LIMIT, SnapRules, recorded_foul, short_yardage
from referee.calls.tackle_box import TackleBox, is_lineman
from referee.calls.thresholds import Thresholds
from referee.core.field.field_profile import FieldProfile
from referee.core.field.yards import stick_mm
from referee.core.geometry.crossing import HalfPlane
from referee.core.geometry.reach import reach_beyond
from referee.core.geometry.travel import gained_mm, moved_mm
from referee.core.probability import p_above
from referee.core.roster import Player, Roster
from referee.core.turns import turn_deg

# A back who went this far is running.
_RUNS_YD = 0.5
# Two whose ways differ by less than this run the same way.
_SAME_WAY_DEG = 45.0


class Backs:
    """The snap's pulse: every back's way since its first frame."""

    def __init__(
        self,
        rules: SnapRules,
        field: FieldProfile,
        roster: Roster,
        thresholds: Thresholds,
        state: PhaseState,
        box: TackleBox | None,
    ) -> None:
        self._rules, self._field, self._thresholds = rules, field, thresholds
        self._state, self._box = state, box
        self._offense = {p.id: p for p in roster if p.team is state.team}
        self._from: dict[str, SeenBase] = {}
        self._said = False

    def update(self, board: BoardFrame) -> list[Call]:
        """Once: too many of them."""
        for seen in board.seen:
            if seen.player in self._offense:
                self._from.setdefault(seen.player, seen)
        most = round(self._rules.backs.value)
        snap = self._state.phase is PlayPhase.SNAP
        short = short_yardage(self._rules, self._field, self._state)
        if self._said or most >= NO_LIMIT or not snap or short:
            return []
        moving = [s for s in board.seen if self._is_back(s) and self._runs(s)]
        groups = [[s for s in moving if self._runs_up(s)]]
        groups += [[other for other in moving if self._same_way(one, other)] for one in moving]
        group = next((group for group in groups if len(group) > most), None)
        if group is None:
            return []
        self._said = True
        names = tuple(sorted(seen.player for seen in group))
        ways = [moved_mm(self._from[s.player].measured, s.measured) for s in group]
        least = min(ways, key=lambda way: way.value)
        rule = self._rules.backs.rule
        return [recorded_foul(board, CallKind.NOT_ALLOWED, rule, 1.0, names, least, self._state)]

    def close(self) -> list[Call]:
        """Nothing: who runs, and where to, is read from distances that no book prints."""
        return []

    def _is_back(self, seen: SeenBase) -> bool:
        """Who began off the line and between the tackles, but for the passer."""
        player = self._offense.get(seen.player)
        start = self._from.get(seen.player)
        if player is None or start is None or self._box is None:
            return False
        if is_lineman(player) or seen.player == self._state.carrier:
            return False
        inside = self._box.inside(player.base, start.measured) >= self._thresholds.doubt
        return inside and self._behind(player, start)

    def _behind(self, player: Player, start: SeenBase) -> bool:
        """Whether all of a base is more than its length behind the line."""
        scrimmage = self._state.scrimmage_x_mm
        if scrimmage is None:
            return False
        sign = float(self._state.plays.sign)
        side = HalfPlane((sign, 0.0), sign * scrimmage - player.base.length_mm)
        return reach_beyond(player.base, start.measured, side).beyond_mm < 0.0

    def _runs(self, seen: SeenBase) -> bool:
        way = moved_mm(self._from[seen.player].measured, seen.measured)
        return self._sure(way.value - stick_mm(self._field, _RUNS_YD), way.sigma)

    def _runs_up(self, seen: SeenBase) -> bool:
        gone = gained_mm(self._from[seen.player].measured, seen.measured, self._state.plays)
        return self._sure(gone.value - stick_mm(self._field, _RUNS_YD), gone.sigma)

    def _sure(self, value: float, sigma: float) -> bool:
        return p_above(value, sigma) >= self._thresholds.line_sure

    def _same_way(self, one: SeenBase, other: SeenBase) -> bool:
        return abs(turn_deg(self._way_deg(one), self._way_deg(other))) < _SAME_WAY_DEG

    def _way_deg(self, seen: SeenBase) -> float:
        a, b = self._from[seen.player].measured.pose, seen.measured.pose
        return math.degrees(math.atan2(b.y_mm - a.y_mm, b.x_mm - a.x_mm))
