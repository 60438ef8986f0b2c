"""An evening's line-ups named by habit alone, each before anybody has corrected a name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from referee.core.roster import Roster, Team
from referee.lab.bench.names.line_up_games import TrueLineUp, line_ups
from referee.sim.coach.table.set_up_board import usual_positions
from referee.sim.live.teams import usual_roster
from referee.vision.roster.assignment import best_pairs
from referee.vision.roster.habits.line_up_habits import LineUpHabits
from referee.vision.roster.habits.team_habits import TeamHabits, team_habits
from referee.vision.roster.stops.line_up_names import MOST_SURE, PINNED, SOMEBODY, second_names


@dataclass(frozen=True)
class CoachKind:
    """How the figures get their jobs, and what is known before the first line-up.

    ``positions``: the team file has them. ``evenings_before`` were played with the same teams.
    ``by_role``: a role stays with the figure that had it first; else it goes by the order of the
    formation's file, as with the simulated coach.
    """

    words: str
    positions: bool = False
    evenings_before: int = 0
    by_role: bool = False


@dataclass(frozen=True, slots=True)
class NamedLineUp:
    """``number`` of the line-up of its game, from 0; which names were right and how sure they were.

    ``second``: where the second likeliest player of a base was the right one.
    ``pointed_at``: figures that a person has to name one by one, the others following.
    """

    number: int
    right: tuple[bool, ...]
    sure: tuple[float, ...]
    second: tuple[bool, ...]
    pointed_at: int


@dataclass
class RoleChart:
    """Which figure has which role, once it has had it."""

    of_role: dict[str, int] = field(default_factory=dict)

    def figures(self, roles: Sequence[str]) -> list[int]:
        """For each spot the figure that stands there."""
        taken = {self.of_role[role] for role in roles if role in self.of_role}
        free = [k for k in range(len(roles)) if k not in taken]
        who, used = [], set[int]()
        for role in roles:
            known = self.of_role.get(role)
            figure = free.pop(0) if known is None or known in used else known
            used.add(figure)
            who.append(figure)
            self.of_role.setdefault(role, figure)
        return who


def named_evening(rulebook: str, seed: int, count: int, coach: CoachKind) -> list[NamedLineUp]:
    """The evening that is measured, after those before it; the first line-up is introduced."""
    roster = usual_roster(seed)
    if coach.positions:
        jobs = usual_positions(roster.players)
        roster = Roster(tuple(replace(p, position=jobs.get(p.id, "")) for p in roster))
    habits, charts = team_habits(roster), {team: RoleChart() for team in Team}
    for before in range(coach.evenings_before):
        _play(habits, charts, rulebook, seed + 500 * (before + 1), count, coach)
    return _play(habits, charts, rulebook, seed, count, coach)


def _play(
    habits: TeamHabits,
    charts: Mapping[Team, RoleChart],
    rulebook: str,
    seed: int,
    count: int,
    coach: CoachKind,
) -> list[NamedLineUp]:
    found: list[NamedLineUp] = []
    mixed = np.random.default_rng([seed, 313])
    for number, both in enumerate(line_ups(rulebook, seed, count)):
        for k, (habit, team) in enumerate(zip(habits, (Team.HOME, Team.AWAY), strict=True)):
            places = both[team].places_mm
            if coach.by_role:
                places = places[np.argsort(charts[team].figures(both[team].roles))]
            rows = np.arange(len(places)) + k * len(places)
            order = mixed.permutation(len(places))
            if number or coach.evenings_before:
                found.append(_named(habit, rows, TrueLineUp(places, ()), order, number))
            habit.learn(rows, places)
    return found


def _named(
    habit: LineUpHabits,
    rows: np.ndarray[tuple[int], np.dtype[np.int64]],
    true: TrueLineUp,
    order: np.ndarray[tuple[int], np.dtype[np.int64]],
    number: int,
) -> NamedLineUp:
    """Names first without a word of anybody, then with one figure pointed at after the other."""
    evidence = np.zeros((len(rows), len(rows)))
    right: tuple[bool, ...] | None = None
    sure: tuple[float, ...] = ()
    second: tuple[bool, ...] = ()
    pointed_at = 0
    while True:
        shares = habit.shares(rows, true.places_mm[order], evidence)
        at = best_pairs(-shares - SOMEBODY)
        now = order[at] == np.arange(len(rows))
        if right is None:
            right = tuple(bool(each) for each in now)
            sure = tuple(float(MOST_SURE * shares[i, k]) for i, k in enumerate(at))
            others = second_names(np.arange(len(rows)), shares, at)
            second = tuple(bool(each) for each in order[at] == others)
        if now.all():
            return NamedLineUp(number, right, sure, second, pointed_at)
        wrong = int(np.flatnonzero(~now)[0])
        evidence[wrong, int(np.flatnonzero(order == wrong)[0])] = PINNED
        pointed_at += 1
