"""Teams to tell apart: two elevens, their figures and what they wear, several on one board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from referee.core.field.field_profile import FieldProfile
from referee.core.roster import Player, Roster, Team
from referee.lab.dataset.looks.asset_family import FAMILIES
from referee.lab.dataset.looks.cast import random_base
from referee.loaders.bases import load_base
from referee.sim.art.figures.figures import piece_mesh
from referee.sim.art.looks.random_look import pick, random_look
from referee.sim.art.looks.standard_look import standard_look
from referee.sim.art.mesh import Mesh
from referee.sim.live.teams import ODD_SHARE, USUAL, usual_roster
from referee.sim.look import FigureLook, SceneLook

ELEVEN = 11
SQUAD = 2 * ELEVEN
MOST_SEED = 2**31
# Moulds as they come out of the box; few moulds for a whole team; any mould at all.
USUAL_BOX, FEW_MOULDS, ANY_MOULD = "usual", "few", "any"
KINDS, KIND_SHARES = (USUAL_BOX, FEW_MOULDS, ANY_MOULD), (0.45, 0.25, 0.30)
FEWEST, MOST = 2, 5  # moulds of a team that has few
YAW_SPREADS_DEG = (3.0, 4.0, 8.0)
SCALE_SPREADS = (0.01, 0.015, 0.03)
OWN_BASES = 0.25  # of squads stand on bases of any size
MIRRORED = 0.4


@dataclass(frozen=True, slots=True)
class FigureSquad:
    """22 figures: the first eleven are home, the others away."""

    roster: Roster
    look: SceneLook


def random_squad(profile: FieldProfile, rng: np.random.Generator, index: int) -> FigureSquad:
    """A squad for training; ``index`` keeps the names of several squads apart."""
    roster = _roster(rng, index)
    kind = KINDS[int(rng.choice(len(KINDS), p=KIND_SHARES))]
    usual = standard_look(profile, roster, int(rng.integers(MOST_SEED)))
    drawn = random_look(profile, roster, rng)
    if kind == ANY_MOULD:
        return FigureSquad(roster, drawn)
    wear = drawn.teams if rng.random() < 0.5 else usual.teams
    figures = {p.id: usual.figures[p.id] for p in roster}
    if kind == FEW_MOULDS:
        figures = _few_moulds(roster, drawn, rng)
    yaw, scale = pick(rng, YAW_SPREADS_DEG), pick(rng, SCALE_SPREADS)
    glued = {name: _glued(figure, yaw, scale, rng) for name, figure in figures.items()}
    return FigureSquad(roster, replace(usual, teams=wear, figures=glued))


def usual_squad(profile: FieldProfile, seed: int, index: int) -> FigureSquad:
    """The squad of an evening: numbers, bases and looks of the simulated board of this seed."""
    roster = _named(usual_roster(seed).players, index)
    return FigureSquad(roster, standard_look(profile, roster, seed))


def joined_roster(squads: Sequence[FigureSquad]) -> Roster:
    """All players of some squads in one, in order."""
    return Roster(tuple(player for squad in squads for player in squad.roster))


def meshes_of(squads: Sequence[FigureSquad]) -> dict[str, Mesh]:
    """Base and figure of every player, as its own squad's look has it."""
    return {p.id: piece_mesh(p, squad.look) for squad in squads for p in squad.roster}


def _named(players: Sequence[Player], index: int) -> Roster:
    return Roster(tuple(replace(p, id=f"S{index}{p.id}") for p in players))


def _roster(rng: np.random.Generator, index: int) -> Roster:
    """Two elevens, numbers different within each, mostly on one kind of base."""
    family, own = FAMILIES["training"], rng.random() < OWN_BASES
    players = []
    for letter, team in (("H", Team.HOME), ("A", Team.AWAY)):
        kinds = [
            random_base(rng, family, f"kind{k}") if own else load_base(pick(rng, USUAL))
            for k in range(3)
        ]
        odd = float(rng.choice([0.0, ODD_SHARE, 2.0 * ODD_SHARE]))
        for k, number in enumerate(rng.choice(100, ELEVEN, replace=False)):
            base = kinds[int(rng.integers(1, 3))] if rng.random() < odd else kinds[0]
            players.append(Player(f"{letter}{k}", team, int(number), base))
    return _named(players, index)


def _few_moulds(
    roster: Roster, drawn: SceneLook, rng: np.random.Generator
) -> dict[str, FigureLook]:
    """Each team out of a few moulds, so that only gluing and numbers tell many apart."""
    out: dict[str, FigureLook] = {}
    for team in Team:
        own = [p.id for p in roster if p.team is team]
        moulds = [drawn.figures[name] for name in own[: int(rng.integers(FEWEST, MOST + 1))]]
        out |= {name: replace(pick(rng, moulds), scale=1.0) for name in own}
    return out


def _glued(
    figure: FigureLook, yaw_deg: float, scale: float, rng: np.random.Generator
) -> FigureLook:
    """The same mould on a base once more, by hand."""
    return replace(
        figure,
        scale=float(rng.normal(1.0, scale)),
        yaw_deg=float(rng.normal(0.0, yaw_deg)),
        lean_deg=float(abs(rng.normal(0.0, 1.5))),
        lean_toward_deg=float(rng.uniform(0.0, 360.0)),
        mirror=bool(rng.random() < MIRRORED),
    )
