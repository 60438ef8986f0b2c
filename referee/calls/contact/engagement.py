"""Engagement: who touches whom while the board is at rest, and so who may not be turned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated

from referee.calls.call import Call, CallAction, CallKind
from referee.calls.call_builder import build_call
from referee.calls.contact.pair_tracker import PairTracker
from referee.calls.contact.resting_touch import RunOut, p_gap_shut, run_out
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
# So many frames of a rest tell what all of them do: their errors are the same.
_MOST_FRAMES = 12


class Engagement:
    """Pairs of bases watched over the frames of one stop.

    ``run`` are the last frames with power before it; without them nothing is known of how bases
    came to rest.
    """

    def __init__(
        self,
        rules: EngagementRules,
        roster: Roster,
        thresholds: Thresholds,
        run: Sequence[BoardFrame] = (),
    ) -> None:
        prior = replace(thresholds.prior, drift_mm_s=_RESTING_MM_S)
        resting = replace(thresholds, prior=prior, hole_ns=thresholds.window_ns)
        self._rules = rules
        self._board: BoardFrame | None = None
        self._thresholds, self._run = thresholds, tuple(run)
        self._rest: list[BoardFrame] = []
        self._before: dict[tuple[str, str], RunOut] = {}
        self._reach_mm = {player.id: player.base.reach_mm for player in roster}
        self._near: set[tuple[str, str]] = set()
        self._pairs: Mapping[tuple[str, str], PairTracker] = {
            (a.id, b.id): PairTracker(a.base, b.base, resting)
            for a, b in _pairs(roster, rules.by.value)
        }

    def update(self, board: BoardFrame) -> None:
        """Take in a frame of the stop."""
        self._board = board
        self._rest = [*self._rest, board][-_MOST_FRAMES:]
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
            share = self._share((a, b), watch) if self._run else touch.probability
            if share > 1.0 - _SURE:
                found.append(self._call(board, stop, a, b, watch, touch, share))
        return found

    def _share(self, pair: tuple[str, str], watch: PairTracker) -> float:
        """How likely a pair touches, by the run that came before this rest."""
        if pair not in self._before:
            self._before[pair] = run_out(self._run, pair, watch.shapes, self._thresholds)
        before = self._before[pair]
        return p_gap_shut(before, self._rest, pair, watch.shapes, self._thresholds)

    def unseen(self) -> list[str]:
        """Players of the pairs who are not in the newest frame: nothing is known of them."""
        if self._board is None:
            return []
        names = dict.fromkeys(name for pair in self._pairs for name in pair)
        return [name for name in names if self._board.find(name) is None]

    def _call(
        self,
        board: BoardFrame,
        stop: int,
        a: str,
        b: str,
        watch: PairTracker,
        touch: Touch,
        share: float,
    ) -> Call:
        sure = share >= _SURE
        doubts = identity_doubts(board.find(a), board.find(b))
        return build_call(
            CallKind.ENGAGED,
            self._rules.by.rule,
            Episode(EpisodeTopic.ENGAGED, stop, (a, b)),
            board.t_ns,
            action=CallAction.RECORD,
            certainty=share,
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
