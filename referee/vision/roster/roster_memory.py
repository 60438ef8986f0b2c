"""What is known of a game at an instant: a row for each player, strangers, doubts, the time."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import count

import numpy as np

from referee.core.arrays import F64, Bools
from referee.core.errors import BadValue, PlainWord
from referee.core.roster import Roster
from referee.vision.appearance.figure_gallery import FigureGallery
from referee.vision.roster import front_evidence, roster_fronts
from referee.vision.roster.assignment import NOBODY
from referee.vision.roster.habits.line_up_habits import places_playing_right
from referee.vision.roster.habits.team_habits import TeamHabits, team_habits
from referee.vision.roster.player_rows import Row, slot_rows
from referee.vision.roster.roster_frame import IdentityDoubt
from referee.vision.roster.roster_tuning import RosterTuning
from referee.vision.roster.stops.line_up_names import A_SIDE
from referee.vision.roster.strangers import Strangers

SAME_PLACE_MM = 15.0
BODY = ("length_mm", "width_mm", "side", "looks")  # columns that belong to the figure itself


class RosterMemory:
    """Play and rest both work on it."""

    def __init__(
        self,
        roster: Roster,
        tuning: RosterTuning,
        numbers: Iterator[int] | None = None,
        habits: TeamHabits | None = None,
        gallery: FigureGallery | None = None,
    ) -> None:
        self.roster, self.tuning = roster, tuning
        self.slots = slot_rows(roster)
        self.numbers = tuning.table
        self.strangers, self.doubts = Strangers(tuning), IdentityDoubts(roster, numbers)
        self.rows = {player.id: i for i, player in enumerate(roster)}
        self.now_ns, self.now_s = 0, 0.0
        # How probable it is that each player's name is on the right base.
        self.name_probability = np.ones(len(roster))
        # For each player the row of the second likeliest player on its base, or -1: nobody else.
        self.other_name = np.full(len(roster), NOBODY, np.int64)
        # Where the players of home and of away stood in earlier line-ups.
        self.habits = team_habits(roster) if habits is None else habits
        # What their figures look like; None: nobody can tell.
        self.gallery = gallery
        # +1 when home faces right, -1 when it faces left, 0 when nobody knows.
        self.home_faces = 0.0

    def set_down(self, i: int, at: Row, says: float, lasted_s: float) -> None:
        """A hand has set a player there; for ``lasted_s`` pictures said ``says`` of its front."""
        slot = self.slots[i]
        near = math.hypot(at["x_mm"] - slot["x_mm"], at["y_mm"] - slot["y_mm"]) < SAME_PLACE_MM
        x, y, h = (float(at[name]) for name in ("x_mm", "y_mm", "heading_rad"))
        view = front_evidence.picture_evidence(says, lasted_s, self.numbers[0])
        view = max(-self.tuning.view_most, min(self.tuning.view_most, view))
        front_evidence.set_down(slot, x, y, h, view, near, self.home_faces, self.numbers[0])
        slot["seen_s"] = self.now_s
        slot["vx_mm_s"] = slot["vy_mm_s"] = 0.0
        slot["lost"], slot["placed"] = 0, True

    def look_at_fronts(self, figures: F64) -> None:
        """For each player log-odds of its front by what its figure looks like; 0: not looked."""
        for i in np.flatnonzero(figures):
            front_evidence.look_at_figure(self.slots[i], float(figures[i]), self.numbers[0])

    def begin(self) -> None:
        """Which way teams face; that says nothing of single players before a play begins."""
        self.home_faces = roster_fronts.line_up(self.slots.copy(), self.numbers, True)

    def face(self) -> None:
        """A new line-up stands, and hands may yet change it: teams face each other."""
        at_rest = roster_fronts.line_up(self.slots, self.numbers, False)
        self.home_faces = at_rest or self.home_faces

    def line_up(self) -> None:
        """A play begins: teams face each other."""
        at_snap = roster_fronts.line_up(self.slots, self.numbers, True)
        self.home_faces = at_snap or self.home_faces

    def take_off(self, missing: Bools) -> None:
        """Who is missing where eleven others of the team stand in a line-up is beside the board.

        Of a team of which fewer are seen nobody knows that.
        """
        slots = self.slots
        for side in (1.0, -1.0):
            mine = slots["side"] == side
            if int((mine & slots["placed"] & ~missing).sum()) >= A_SIDE:
                slots["placed"][mine & missing] = False

    def learn_line_up(self) -> None:
        """A new line-up is played from: who stands where is remembered for the next ones."""
        there = self.slots["placed"] & (self.slots["lost"] == 0)
        homes, aways = there & (self.slots["side"] > 0.0), there & (self.slots["side"] < 0.0)
        if not homes.any() or not aways.any():
            return
        middles = [float(np.median(self.slots["x_mm"][mine])) for mine in (homes, aways)]
        direction = 1.0 if middles[0] <= middles[1] else -1.0
        for habit, mine, side in zip(self.habits, (homes, aways), (1.0, -1.0), strict=True):
            rows = np.flatnonzero(mine)
            habit.learn(rows, places_playing_right(self.slots[rows], side * direction))

    def doubtful(self) -> list[int]:
        """The rows of everybody an open doubt is about."""
        return [self.rows[player] for player in self.doubts.concerned()]

    def ask(self, group: set[int], gone: Collection[int] = ()) -> None:
        """Ask who of a group stands where those are taken to stand who are not ``gone``."""
        there = self.slots["placed"] & (self.slots["lost"] == 0)
        here = [i for i in sorted(group) if there[i] and i not in gone]
        ids = [self.roster.players[i].id for i in sorted(group)]
        places = [(float(self.slots["x_mm"][i]), float(self.slots["y_mm"][i])) for i in here]
        assumed = [self.roster.players[i].id for i in here]
        if places and len(ids) > 1:
            self.doubts.add(self.now_ns, ids, places, assumed)

    def exchange(self, a: str, b: str) -> tuple[int, int]:
        """Two players turn out to be each other; what belongs to the figure's own body stays."""
        i, k = self.rows[a], self.rows[b]
        before = self.slots[[i, k]]
        self.slots[[i, k]] = before[::-1]
        for column in BODY:
            self.slots[column][[i, k]] = before[column]
        others = [{i: k, k: i}.get(int(other), int(other)) for other in self.other_name[[k, i]]]
        self.other_name[[i, k]] = others
        return i, k

    def know_names(self, players: Collection[str]) -> None:
        """A person has named these where they stand: so they stand nowhere else."""
        rows = [self.rows[player] for player in sorted(players)]
        self.name_probability[rows] = 1.0
        self.other_name[rows] = NOBODY
        self.other_name[np.isin(self.other_name, rows)] = NOBODY


class IdentityDoubts:
    """The doubts of a game. ``numbers`` go on where another watcher of the same game left off."""

    def __init__(self, roster: Roster, numbers: Iterator[int] | None = None) -> None:
        self._roster = roster
        self._numbers = count(1) if numbers is None else numbers
        self.open: tuple[IdentityDoubt, ...] = ()

    def add(
        self,
        t_ns: int,
        players: Sequence[str],
        places_mm: Sequence[tuple[float, float]],
        assumed: Sequence[str],
    ) -> None:
        """Open one; an older one about the same players, or fewer of them, is overtaken."""
        self.open = tuple(d for d in self.open if not set(d.players) <= set(players))
        number = next(self._numbers)
        doubt = IdentityDoubt(number, t_ns, tuple(players), tuple(places_mm), tuple(assumed))
        self.open = (*self.open, doubt)

    def forget(self) -> None:
        """Nobody is asked any more: everybody has been named anew."""
        self.open = ()

    def settle(self, players: AbstractSet[str]) -> None:
        """Somebody has named these players: what was open about them is not any more."""
        self.open = tuple(doubt for doubt in self.open if not players & set(doubt.players))

    def concerned(self) -> frozenset[str]:
        """Everybody an open doubt is about."""
        return frozenset(player for doubt in self.open for player in doubt.players)

    def answer(self, number: int, standing: Sequence[str]) -> list[tuple[str, str]]:
        """Close one; which players must change places for ``standing`` to be true, in order."""
        doubt = next((d for d in self.open if d.number == number), None)
        if doubt is None:
            known = ", ".join(str(d.number) for d in self.open) or "none is open"
            raise BadValue("doubt", number, f"an open doubt ({known})")
        known_ids = {p.id for p in self._roster}
        allowed = f"{len(doubt.places_mm)} different players, such as {', '.join(doubt.players)}"
        if not known_ids.issuperset(standing) or (
            len(set(standing)) != len(standing) or len(standing) != len(doubt.places_mm)
        ):
            raise BadValue("standing", PlainWord(", ".join(standing) or "nobody"), allowed)
        self.open = tuple(d for d in self.open if d is not doubt)
        swaps = []
        holders = list(doubt.assumed)
        for k, wanted in enumerate(standing):
            holder = holders[k]
            if holder != wanted:
                swaps.append((holder, wanted))
                holders = [_swapped(h, holder, wanted) for h in holders]
                self.relabel(holder, wanted)
        return swaps

    def relabel(self, a: str, b: str) -> None:
        """Two players stand where the other one was taken to stand."""
        self.open = tuple(
            replace(d, assumed=tuple(_swapped(p, a, b) for p in d.assumed)) for d in self.open
        )


def _swapped(player: str, a: str, b: str) -> str:
    return {a: b, b: a}.get(player, player)
