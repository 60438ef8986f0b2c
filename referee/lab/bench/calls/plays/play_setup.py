"""Sets up a play: two formations, a carrier on its way, and defenders that come at it."""

from __future__ import annotations

from dataclasses import dataclass

from referee.calls.phase_state import PhaseState, PlayPhase
from referee.core.errors import BadValue
from referee.core.field.direction import Direction
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.pose import Pose
from referee.core.roster import Player, Roster, Team
from referee.lab.bench.calls.plays.defenders import (
    add_blocker,
    add_grazing_defender,
    add_tackler,
    steady_figure,
    wandering_figure,
)
from referee.lab.bench.calls.plays.figure_setter import FigureSetter
from referee.lab.bench.calls.plays.play_recipe import BenchPlayKind, PlayRecipe, PlayTwist
from referee.sim.formations.formation import load_formation
from referee.sim.formations.line_up import line_up
from referee.sim.physics import PhysicsSettings, PhysicsWorld

# The carrier's formation, the other one, and who has the ball.
_FORMATIONS = {
    BenchPlayKind.RUN: (
        ("i-formation", "4-3", "RB"),
        ("pro-set", "3-4", "FB"),
        ("single-back", "4-3", "RB"),
    ),
    BenchPlayKind.POCKET: (("shotgun-spread", "nickel", "QB"), ("single-back", "4-3", "QB")),
    BenchPlayKind.CATCH: (("shotgun-spread", "prevent", "RB"), ("pro-set", "4-3", "FB")),
    BenchPlayKind.RETURN: (("kick-return", "kickoff", "KR"), ("punt-return", "punt", "PR")),
}
_PHASES = {
    BenchPlayKind.RUN: PlayPhase.RUN,
    BenchPlayKind.POCKET: PlayPhase.READ,
    BenchPlayKind.CATCH: PlayPhase.AFTER_CATCH,
    BenchPlayKind.RETURN: PlayPhase.RETURN,
}
# All but those that come at the carrier stay out of its first second.
KEEP_OFF_MM, KEEP_FAR_OFF_MM = 95.0, 150.0
_TO_GAIN_YD = 10.0
# The carrier starts at least so far short of the goal line that it plays to.
SHORT_MM = 4.0
# Hits that shake: figures fall where they usually stand.
_SHAKY = PhysicsSettings(falls_per_hard_hit=0.7, hard_hit_mm_s=35.0, falls_per_side_push_s=0.4)


@dataclass(frozen=True, slots=True)
class PlaySetup:
    """A board that is set up, and what has been said about the play."""

    recipe: PlayRecipe
    field: FieldProfile
    roster: Roster
    phase_state: PhaseState
    world: PhysicsWorld

    @property
    def carrier(self) -> str:
        """Who has the ball."""
        return str(self.phase_state.carrier)


def set_up_play(recipe: PlayRecipe) -> PlaySetup:
    """Every figure in its place, the board at rest."""
    s = FigureSetter(recipe)
    ours, theirs, role = _FORMATIONS[recipe.play][
        int(s.rng.integers(len(_FORMATIONS[recipe.play])))
    ]
    elevens = {team: [p for p in s.roster if p.team is team] for team in Team}
    carrier = elevens[s.team][load_formation(ours).index(role)]
    scrimmage_x, caught_behind = _scrimmage(s)
    pose = _carrier_pose(s, carrier, scrimmage_x, caught_behind)
    s.put_near(carrier, pose, 2.0)
    pose = s.placed[carrier.id]
    past = recipe.turn is PlayTwist.NEAR
    s.dynamics[carrier.id] = steady_figure(s.rng) if past else wandering_figure(s.rng)
    foes = [elevens[s.team.other][int(k)] for k in s.rng.permutation(11)]
    if past:
        grazer = foes.pop()
        s.dynamics[grazer.id] = steady_figure(s.rng)
        add_grazing_defender(s, carrier, pose, grazer)
    for foe in foes[: int(s.rng.integers(1, 4))]:
        add_tackler(s, carrier, pose, foe, late=past)
    mates = [p for p in elevens[s.team] if p is not carrier]
    blockers = 0 if past else int(s.rng.integers(0, 3))
    for mate in [mates[int(k)] for k in s.rng.permutation(10)[:blockers]]:
        add_blocker(s, pose, mate)
    _line_up_the_rest(s, elevens, ours, theirs, scrimmage_x)
    world = PhysicsWorld(
        s.field,
        s.roster,
        s.dynamics,
        recipe.seed,
        _SHAKY if recipe.turn is PlayTwist.SHAKEN else PhysicsSettings(),
    )
    for name, at in s.placed.items():
        world.place(name, at)
    phase_state = _phase_state(s, carrier, scrimmage_x, caught_behind)
    return PlaySetup(recipe, s.field, s.roster, phase_state, world)


def _phase_state(
    s: FigureSetter, carrier: Player, scrimmage_x: float, caught_behind: bool
) -> PhaseState:
    returns = s.recipe.play is BenchPlayKind.RETURN
    to_gain = scrimmage_x + s.yards(float(s.rng.uniform(1.0, _TO_GAIN_YD)))
    before_goal = 0.0 < to_gain < s.field.goal_to_goal_mm
    return PhaseState(
        play=s.recipe.number,
        phase=_PHASES[s.recipe.play],
        team=s.team,
        plays=s.plays,
        carrier=carrier.id,
        on_field=tuple(sorted(s.placed)),
        scrimmage_x_mm=None if returns else scrimmage_x,
        to_gain_x_mm=None if returns or not before_goal else to_gain,
        caught_behind=caught_behind,
    )


def _scrimmage(s: FigureSetter) -> tuple[float, bool]:
    """Where the play began, in board mm, and whether a catch was made behind it."""
    yards = float(s.rng.uniform(12.0, 88.0))
    if s.recipe.turn is PlayTwist.GOAL:
        yards = float(s.rng.uniform(1.0, 5.0) if _own_goal(s.recipe) else s.rng.uniform(92.0, 97.0))
    behind = s.recipe.play is BenchPlayKind.CATCH and bool(s.rng.random() < 0.25)
    return s.own_goal_x + s.yards(yards), behind


def _own_goal(recipe: PlayRecipe) -> bool:
    """Every other play toward a goal line is about the carrier's own one."""
    return recipe.number // 160 % 2 == 1


def _carrier_pose(
    s: FigureSetter, carrier: Player, scrimmage_x: float, caught_behind: bool
) -> Pose:
    rng, field, recipe = s.rng, s.field, s.recipe
    ahead = carrier.base.length_mm / 2
    past = {
        BenchPlayKind.RUN: rng.uniform(-5.0, 12.0),
        BenchPlayKind.POCKET: rng.uniform(-14.0, -7.0),
        BenchPlayKind.CATCH: rng.uniform(-5.0, -2.0) if caught_behind else rng.uniform(1.0, 15.0),
        BenchPlayKind.RETURN: rng.uniform(-10.0, 10.0),
    }[recipe.play]
    x = scrimmage_x + s.yards(float(past)) - s.plays.sign * ahead
    y = field.width_mm / 2 + float(rng.normal(0.0, 0.15)) * field.width_mm
    heading = s.plays.heading_deg + float(rng.normal(0.0, 18.0))
    if recipe.turn is PlayTwist.SIDELINE:
        far = rng.random() < 0.5
        off = carrier.base.reach_mm + float(rng.uniform(8.0, 40.0))
        y = field.width_mm - off if far else off
        slant = float(rng.uniform(5.0, 70.0)) * (1.0 if far else -1.0) * s.plays.sign
        heading = s.plays.heading_deg + slant
    if recipe.turn is PlayTwist.GOAL:
        off = ahead + float(rng.uniform(5.0, 45.0))
        if _own_goal(recipe):
            x = s.own_goal_x + s.plays.sign * float(rng.uniform(-1.2, 0.2)) * ahead
            heading = s.plays.heading_deg + float(rng.normal(0.0, 40.0))
        else:
            x = s.own_goal_x + s.yards(100.0) - s.plays.sign * off
    if s.plays is Direction.RIGHT:
        x = min(x, field.goal_to_goal_mm - carrier.base.reach_mm - SHORT_MM)
    else:
        x = max(x, carrier.base.reach_mm + SHORT_MM)
    inside = carrier.base.reach_mm + 2.0
    x = min(max(x, field.left_end_line_x_mm + inside), field.right_end_line_x_mm - inside)
    y = min(max(y, inside), field.width_mm - inside)
    return Pose(float(x), float(y), heading)


def _line_up_the_rest(
    s: FigureSetter,
    elevens: dict[Team, list[Player]],
    ours: str,
    theirs: str,
    scrimmage_x: float,
) -> None:
    """All others at their places in the formation, or as near as there is room."""
    field = s.field
    low, high = field.x_mm(25.0), field.x_mm(75.0)
    ball = (min(max(scrimmage_x, low), high), field.width_mm / 2)
    for team, name, sign in ((s.team, ours, s.plays.sign), (s.team.other, theirs, -s.plays.sign)):
        eleven = elevens[team]
        places = _places(s, name, eleven, ball, sign)
        for player, pose in zip(eleven, places, strict=True):
            if player.id not in s.placed:
                off = KEEP_FAR_OFF_MM if s.recipe.turn is PlayTwist.NEAR else KEEP_OFF_MM
                s.put_near(player, pose, keep_off_mm=off)


def _places(
    s: FigureSetter, name: str, eleven: list[Player], ball: tuple[float, float], sign: int
) -> list[Pose]:
    """The places of a formation's eleven; random ones where wide bases have no room there."""
    try:
        return line_up(load_formation(name), [p.base for p in eleven], s.field, *ball, sign)
    except BadValue:
        heading = 0.0 if sign == 1 else 180.0
        x = s.rng.uniform(0.0, s.field.goal_to_goal_mm, len(eleven))
        y = s.rng.uniform(0.0, s.field.width_mm, len(eleven))
        return [Pose(float(a), float(b), heading) for a, b in zip(x, y, strict=True)]
