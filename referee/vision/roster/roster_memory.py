"""What is known of a game at an instant: a row for each player, strangers, doubts, the time."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator

import numpy as np

from referee.core.geometry.base_shape import FloatArray
from referee.core.roster import Roster
from referee.vision.roster import front_evidence, roster_fronts
from referee.vision.roster.identity_doubts import IdentityDoubts
from referee.vision.roster.player_rows import (
    LENGTH,
    LOOKS,
    LOST,
    PLACED,
    SEEN_S,
    SIDE,
    VX,
    VY,
    WIDTH,
    X,
    Y,
    slot_rows,
)
from referee.vision.roster.roster_tuning import RosterTuning
from referee.vision.roster.strangers import Strangers

SAME_PLACE_MM = 15.0
BODY = (LENGTH, WIDTH, SIDE, LOOKS)


class RosterMemory:
    """Play and rest both work on it."""

    def __init__(
        self, roster: Roster, tuning: RosterTuning, numbers: Iterator[int] | None = None
    ) -> None:
        self.roster, self.tuning = roster, tuning
        self.slots = slot_rows(roster)
        self.front = front_evidence.constants(tuning)
        self.strangers, self.doubts = Strangers(tuning), IdentityDoubts(roster, numbers)
        self.rows = {player.id: i for i, player in enumerate(roster)}
        self.now_ns, self.now_s = 0, 0.0
        # +1 when home faces right, -1 when it faces left, 0 when nobody knows.
        self.home_faces = 0.0

    def set_down(self, i: int, at: FloatArray, says: float, lasted_s: float) -> None:
        """A hand has set a player there; for so long pictures have said that of his front."""
        slot = self.slots[i]
        near = math.hypot(at[X] - slot[X], at[Y] - slot[Y]) < SAME_PLACE_MM
        x, y, h = (float(v) for v in at[:3])
        view = front_evidence.picture_evidence(says, lasted_s, self.front)
        view = max(-self.tuning.view_most, min(self.tuning.view_most, view))
        front_evidence.set_down(slot, x, y, h, view, near, self.home_faces, self.front)
        slot[SEEN_S] = self.now_s
        slot[[VX, VY, LOST]] = 0.0
        slot[PLACED] = 1.0

    def begin(self) -> None:
        """Which way teams face; that says nothing of single players before a play begins."""
        self.home_faces = roster_fronts.line_up(self.slots.copy(), self.front)

    def line_up(self) -> None:
        """A play begins: teams face each other."""
        self.home_faces = roster_fronts.line_up(self.slots, self.front) or self.home_faces

    def doubtful(self) -> list[int]:
        """The rows of everybody an open doubt is about."""
        return [self.rows[player] for player in self.doubts.concerned()]

    def ask(self, group: set[int], gone: Collection[int] = ()) -> None:
        """Ask who of a group stands where those are taken to stand who are not ``gone``."""
        there = (self.slots[:, PLACED] > 0.0) & (self.slots[:, LOST] == 0.0)
        here = [i for i in sorted(group) if there[i] and i not in gone]
        ids = [self.roster.players[i].id for i in sorted(group)]
        places = [(float(self.slots[i, X]), float(self.slots[i, Y])) for i in here]
        assumed = [self.roster.players[i].id for i in here]
        if places and len(ids) > 1:
            self.doubts.add(self.now_ns, ids, places, assumed)

    def exchange(self, a: str, b: str) -> tuple[int, int]:
        """Two players turn out to be each other; what belongs to the figure's own body stays."""
        i, k = self.rows[a], self.rows[b]
        own = np.ix_([i, k], BODY)
        body = self.slots[own]
        self.slots[[i, k]] = self.slots[[k, i]]
        self.slots[own] = body
        return i, k
