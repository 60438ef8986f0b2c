"""Prepares a board before its time begins: compiles, paints, draws once, and says so."""

from __future__ import annotations

from collections.abc import Callable

from referee.core.field.field_profile import FieldProfile
from referee.core.roster import Roster
from referee.sim.board_state import BoardState
from referee.sim.live.script.play_script import PlayScript
from referee.sim.live.setup import SimSetup, build_scene
from referee.sim.live.simulated_board import SimulatedBoard
from referee.sim.physics import PhysicsWorld

STEP_NS = 50_000_000
PLAYED_NS = 700_000_000
LONGEST_NS = 20_000_000_000
QUICK = 20.0

WarmUpProgress = Callable[[str, float], None]


def build_simulated_board(say: WarmUpProgress, setup: SimSetup) -> SimulatedBoard:
    """A board that will not stop to compile anything once it plays."""
    say("reading the field and the teams", 0.02)
    scene = build_scene(setup)
    say("starting the physics", 0.08)
    states = _a_short_play(scene[0], scene[1], setup.seed)
    say("painting the board", 0.35)
    board = SimulatedBoard(setup, scene)
    for number, state in enumerate(states):
        say("drawing the first pictures", 0.7 + 0.3 * number / len(states))
        board.renderer.render(state)
    return board


def _a_short_play(profile: FieldProfile, roster: Roster, seed: int) -> list[BoardState]:
    """A line-up and a second of a play on a board nobody will see; states with hands and motion."""
    world = PhysicsWorld(profile, roster, seed=seed)
    script = PlayScript(world, seed, pace=QUICK)
    hands = play = world.state()
    played_ns = 0
    while played_ns < PLAYED_NS and world.now_ns < LONGEST_NS:
        script.advance(world.now_ns + STEP_NS)
        played_ns += STEP_NS * world.power_is_on
        state = world.state()
        hands = state if state.hands else hands
        play = state if world.power_is_on else play
    return [hands, play, world.state()]
