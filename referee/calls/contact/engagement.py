"""Engagement: who touches whom while the board is at rest, and so who may not be turned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated

from referee.calls.call import Call, CallAction, CallKind
from referee.calls.call_builder import build_call
from referee.calls.contact.pair_tracker import PairTracker
from referee.calls.contact.touch import Touch
from referee.calls.doubts import Doubt, DoubtKind
from referee.calls.episode import Episode, EpisodeTopic
from referee.calls.frame import BoardFrame, identity_doubts
from referee.calls.thresholds import Thresholds
from referee.core.geometry.pose import apart_mm
from referee.core.roster import Player, Roster
from referee.core.settings.ruled import Ruled, choice


class EngagedBy(StrEnum):
    """Whose touch engages a man."""

    OPPONENT = "an opponent"
    ANYBODY = "anybody"


@dataclass(frozen=True, slots=True)
class EngagementRules:
    """What a rulebook says of engagement."""

    by: Annotated[
        Ruled[EngagedBy], choice(EngagedBy, "whose base a player has to touch to be engaged")
    ]


# At rest a gap does not drift, so its staying the same says nothing of a touch.
_RESTING_MM_S = 0.5
# Bases whose outlines are surely further apart than this do not touch.
_NEAR_MM = 20.0
# A pair at rest is engaged when that is likelier than not by this much.
_SURE = 0.9


class Engagement:
    """Pairs of bases watched over the frames of one stop."""

    def __init__(self, rules: EngagementRules, roster: Roster, thresholds: Thresholds) -> None:
        prior = replace(thresholds.prior, drift_mm_s=_RESTING_MM_S)
        resting = replace(thresholds, prior=prior, hole_ns=thresholds.window_ns)
        self._rules = rules
        self._board: BoardFrame | None = None
        self._reach_mm = {player.id: player.base.reach_mm for player in roster}
        self._near: set[tuple[str, str]] = set()
        self._pairs: Mapping[tuple[str, str], PairTracker] = {
            (a.id, b.id): PairTracker(a.base, b.base, resting)
            for a, b in _pairs(roster, rules.by.value)
        }

    def update(self, board: BoardFrame) -> None:
        """Take in a frame of the stop."""
        self._board = board
        for pair, watch in self._pairs.items():
            # Most pairs never come near each other: of those there is nothing to be seen.
            if pair in self._near or self._may_be_near(board, *pair):
                self._near.add(pair)
                watch.update(board, *pair)

    def _may_be_near(self, board: BoardFrame, a: str, b: str) -> bool:
        one, other = board.find(a), board.find(b)
        if one is None or other is None:
            return False
        here, there = one.measured.pose, other.measured.pose
        return apart_mm(here, there) - self._reach_mm[a] - self._reach_mm[b] <= _NEAR_MM

    def calls(self, stop: int) -> list[Call]:
        """Each pair that touches or may touch, as the newest frames show it."""
        board = self._board
        if board is None:
            return []
        found: list[Call] = []
        for (a, b), watch in self._pairs.items():
            touches = watch.touches()
            if not touches:
                continue
            # All frames of the rest together: nothing begins or ends in it.
            touch = touches[0]
            if touch.probability > 1.0 - _SURE:
                found.append(self._call(board, stop, a, b, watch, touch))
        return found

    def unseen(self) -> list[str]:
        """Players of the pairs who are not in the newest frame: nothing is known of them."""
        if self._board is None:
            return []
        names = dict.fromkeys(name for pair in self._pairs for name in pair)
        return [name for name in names if self._board.find(name) is None]

    def _call(
        self, board: BoardFrame, stop: int, a: str, b: str, watch: PairTracker, touch: Touch
    ) -> Call:
        sure = touch.probability >= _SURE
        doubts = identity_doubts(board.find(a), board.find(b))
        return build_call(
            CallKind.ENGAGED,
            self._rules.by.rule,
            Episode(EpisodeTopic.ENGAGED, stop, (a, b)),
            board.t_ns,
            action=CallAction.RECORD,
            certainty=touch.probability,
            players=(a, b),
            gap=touch.gap(watch.prior.shared),
            flag=(
                *doubts,
                *(() if sure else (Doubt(DoubtKind.TOO_CLOSE_TO_TELL, detail="they touch"),)),
            ),
            frames=(look.t_ns for look in touch.run),
        )


def _pairs(roster: Roster, by: EngagedBy) -> list[tuple[Player, Player]]:
    """Every pair that can engage, each once, in the order of names."""
    players = sorted(roster, key=lambda player: player.id)
    return [
        (a, b)
        for i, a in enumerate(players)
        for b in players[i + 1 :]
        if by is EngagedBy.ANYBODY or a.team is not b.team
    ]
