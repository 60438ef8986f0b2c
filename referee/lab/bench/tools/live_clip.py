"""A piece of a simulated play, rendered in memory, and eyes that know who stands where in it."""

from __future__ import annotations

from dataclasses import dataclass

from referee.camera.calibration import Calibration
from referee.camera.frame_source import Frame
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.pose import Pose
from referee.core.roster import Roster, Team
from referee.sim.board_state import BoardState
from referee.sim.live.script.play_script import PlayScript
from referee.sim.live.setup import SimSetup, build_scene
from referee.sim.look import SceneLook
from referee.sim.physics import PhysicsWorld
from referee.sim.render import LIVE, FrameTruth, Renderer
from referee.vision.appearance.figure_colours import describe_figures
from referee.vision.appearance.team_colours import TeamColours
from referee.vision.watch.line_up.placed_roster import PlacedRoster
from referee.vision.watch.line_up.watch_start import WatchStart

TOP_HEIGHT_MM = 3.0
QUICK_HANDS = 20.0
LONGEST_NS = 60_000_000_000
SURE_FRONT = 0.9  # a line-up that was looked at for a while


@dataclass(frozen=True)
class LiveClip:
    """Frames with their truth; the power goes on soon after the first one."""

    profile: FieldProfile
    look: SceneLook
    frames: tuple[Frame, ...]
    truths: tuple[FrameTruth, ...]
    power: tuple[bool, ...]

    @property
    def roster(self) -> Roster:
        """The figures of the clip."""
        return self.look.roster

    @property
    def calibration(self) -> Calibration:
        """The camera that took it."""
        return Calibration(self.look.camera, TOP_HEIGHT_MM, self.profile, "simulated camera")

    def opening(self) -> WatchStart:
        """The line-up as an enrolled game knows it: places, fronts, colours of the teams."""
        first = self.truths[0].pieces
        poses = {p.player_id: Pose(p.x_mm, p.y_mm, p.heading_deg) for p in first}
        players = [self.roster.player(p) for p in poses]
        shapes = [player.base for player in players]
        described = describe_figures(
            self.frames[0].image, self.look.camera, list(poses.values()), shapes
        )
        named = {
            team: [d for d, p in zip(described, players, strict=True) if p.team is team]
            for team in Team
        }
        begin = PlacedRoster(self.roster, poses, dict.fromkeys(poses, SURE_FRONT), ())
        return WatchStart(begin, TeamColours.learn(named), ())


def render_clip(seed: int, count: int, fps: float = 30.0) -> LiveClip:
    """The first play: a line-up that stands, then the power, until hands come or it is enough."""
    setup = SimSetup(seed=seed, fps=fps)
    profile, roster, look = build_scene(setup)
    world = PhysicsWorld(profile, roster, seed=seed)
    script = PlayScript(world, seed, pace=QUICK_HANDS)
    states: list[tuple[BoardState, bool]] = []
    k = 0
    while len(states) < count and world.now_ns < LONGEST_NS:
        script.advance(round(k * 1e9 / fps))
        k += 1
        state = world.state()
        standing = [p for p in state.pieces if p.lift_mm == 0.0]
        if states and state.hands:  # they set up at a pace that no camera is meant to follow
            break
        if states or (len(standing) == len(roster) and not state.hands):
            states.append((state, world.power_is_on))
    renderer = Renderer(profile, look, LIVE)
    rendered = [renderer.render(state) for state, _ in states]
    return LiveClip(
        profile,
        look,
        tuple(
            Frame(state.t_ns, picture.image, number)
            for number, ((state, _), picture) in enumerate(zip(states, rendered, strict=True))
        ),
        tuple(picture.truth for picture in rendered),
        tuple(power for _, power in states),
    )
