"""Where everybody stands for what comes next: a kick, a return, a snap."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from referee.core.field.field_profile import FieldProfile
from referee.core.field.yards import spot_x_mm, spot_yd
from referee.core.geometry.pose import Pose
from referee.core.roster import Roster, Team
from referee.game.state import GamePhase, State
from referee.night.interface import NightInfo
from referee.night.phase import NightPhase
from referee.night.screen.snapshot import Snapshot
from referee.rulebooks.play_step import PlayStep
from referee.sim.coach.line_up.line_up import elevens, return_line_up, scrimmage_line_up
from referee.sim.coach.plays.between_plays import ASIDE_DEG, BACK_DEG, BACKED_UP_DEG, BACKED_UP_YD
from referee.sim.coach.plays.playbook import choose_play
from referee.sim.formations.formation import Formation, load_formation
from referee.sim.formations.line_up import line_up

# From where kicks are taken, in yards from the own goal line.
KICKOFF_YD = 35.0
FREE_KICK_YD = 20.0
# Where a punt comes down: so far from the line, and no nearer to the receivers' goal line.
PUNT_YD = 40.0
DEEPEST_YD = 5.0
KICKS: Mapping[GamePhase, float] = {
    GamePhase.KICKOFF: KICKOFF_YD,
    GamePhase.FREE_KICK: FREE_KICK_YD,
}
_BETWEEN = frozenset({NightPhase.BETWEEN, NightPhase.SET_UP, NightPhase.SET, NightPhase.KICK})


@dataclass(frozen=True, slots=True)
class WantedFormations:
    """Formations that are asked for instead of drawn ones; None leaves the choice."""

    offence: str | None = None
    defence: str | None = None


def moment_of(at: Snapshot) -> object:
    """What is lined up for: another value, another line-up. None: nothing is.

    A punt that is brought back is lined up for; a kickoff is brought back from where all stand.
    """
    if at.power or at.state.phase in (GamePhase.BEFORE, GamePhase.OVER):
        return None
    if at.phase in _BETWEEN:
        return at.state
    if _punt_returned(at) and at.phase is NightPhase.STOP:
        return at.state, at.notice.carrier
    return None


def line_up_of(
    about: NightInfo, at: Snapshot, wanted: WantedFormations, rng: np.random.Generator
) -> dict[str, Pose]:
    """The places of both elevens at this moment, by player."""
    state, field = at.state, about.field
    if _punt_returned(at):
        return _return(field, about.roster, at)
    if state.phase in KICKS:
        return _kick(field, about.roster, state)
    team = state.team or Team.HOME
    plays = state.plays_toward(team)
    called = choose_play(about.rulebook, field, state, rng)
    formations = (
        _formation(wanted.offence, called.offence),
        _formation(wanted.defence, called.defence),
    )
    turned = _passer_deg(about, spot_yd(field, state.x_mm, plays))
    spot, rules = (state.x_mm, state.y_mm), about.rulebook.calls
    planned = scrimmage_line_up(field, about.roster, team, plays, spot, formations, rules, turned)
    return dict(planned.poses)


def _punt_returned(at: Snapshot) -> bool:
    return at.notice.step is PlayStep.RETURN and at.state.phase is GamePhase.SCRIMMAGE


def _formation(name: str | None, drawn: Formation) -> Formation:
    return drawn if name is None else load_formation(name)


def _passer_deg(about: NightInfo, own_yd: float) -> float:
    """The passer looks back for a short snap, aside where no stop follows."""
    if own_yd < BACKED_UP_YD:
        return BACKED_UP_DEG
    row = about.rulebook.procedure.row(PlayStep.SET)
    return BACK_DEG if row.then is PlayStep.SNAP else ASIDE_DEG


def _kick(field: FieldProfile, roster: Roster, state: State) -> dict[str, Pose]:
    """The side that kicks behind its line, the other one deep."""
    team = state.team or Team.HOME
    plays, sides = state.plays_toward(team), elevens(roster)
    x_mm = spot_x_mm(field, KICKS[state.phase], plays)
    poses: dict[str, Pose] = {}
    for side, name, way in (
        (team, "kickoff", plays.sign),
        (team.other, "kick-return", plays.other.sign),
    ):
        shapes = [player.base for player in sides[side]]
        places = line_up(load_formation(name), shapes, field, x_mm, field.width_mm / 2, way)
        poses |= {p.id: pose for p, pose in zip(sides[side], places, strict=True)}
    return poses


def _return(field: FieldProfile, roster: Roster, at: Snapshot) -> dict[str, Pose]:
    """A punt comes down; whoever was named brings it back."""
    state, team = at.state, at.notice.team
    plays = state.plays_toward(team)
    down_yd = max(DEEPEST_YD, spot_yd(field, state.x_mm, plays) - PUNT_YD)
    caught = spot_x_mm(field, down_yd, plays), field.width_mm / 2
    planned = return_line_up(field, roster, team, plays, caught)
    poses, runner = dict(planned.poses), planned.player(team, "KR")
    named = at.notice.carrier
    if named in poses and named != runner:
        poses[named], poses[runner] = poses[runner], poses[named]
    return poses
