"""Nothing that the physics says reaches the night: it knows what the camera shows.

The board lies about itself to everybody but its camera and the coach's eyes. A night with the real
eyes records where the figures are all the same; one with made-up eyes, which the physics feeds,
records the lies, so the lies are such as are noticed.
"""

from __future__ import annotations

import ast
import inspect
import math
from statistics import median

import pytest

from referee.sim.coach import coach, coach_thread
from referee.sim.coach.by_hand import table_helper
from referee.sim.coach.table import simulated_table
from referee.sim.coach.table.lockstep_night import EyesKind, LockstepNight, NightSetup
from referee.sim.live.guided_hands import figure_poses
from tests.sim.coach.table.lying_board import LyingBoard, LyingStage

S = 1_000_000_000
# The eyes measure to a tenth of a millimetre at rest where they know the outline, and to less than
# half a millimetre where an enrolment was mistaken in it. The lies are much farther off for most.
RIGHT_MM = 1.0
LONGEST_S = 20.0
ENOUGH = 18
# Frames in a row with everybody put down and hands away.
AT_REST = 5


def first_named(night):
    """What the night has on record once both teams stand there and have names."""
    rested = 0
    while night.now_ns < LONGEST_S * S:
        night.step()
        at = night.snapshot
        seen = () if at is None or at.board is None else at.board.seen
        rested = rested + 1 if night.hands.free and len(seen) >= ENOUGH else 0
        if rested == AT_REST:
            return {each.player: each.measured.pose for each in seen}
    raise AssertionError(f"nobody was named within {LONGEST_S} s")


def far_mm(recorded, places):
    """How far the middle one of the recorded places is from where the figure of that name is."""
    far = [math.dist((pose.x_mm, pose.y_mm), places[name]) for name, pose in recorded.items()]
    return median(far)


def night_on_lies(eyes):
    setup = NightSetup(seed=1, fps=10.0, eyes=eyes, picture_px=(1280, 720))
    return LockstepNight(setup, board=LyingBoard, simulated=LyingStage)


def test_made_up_eyes_are_taken_in_by_a_board_that_lies():
    night = night_on_lies(EyesKind.MADE_UP)
    recorded = first_named(night)
    assert far_mm(recorded, figure_poses(night.simulated.true_state())) > 20 * RIGHT_MM
    assert far_mm(recorded, figure_poses(night.simulated.state())) < RIGHT_MM


@pytest.fixture(scope="module")
def pictured():
    night = night_on_lies(EyesKind.PICTURES)
    return night, first_named(night)


def test_a_night_from_pictures_records_where_the_figures_are(pictured):
    night, recorded = pictured
    assert night.simulated.lies > 0
    assert far_mm(recorded, figure_poses(night.simulated.true_state())) < RIGHT_MM
    assert far_mm(recorded, figure_poses(night.simulated.state())) > 20 * RIGHT_MM


def test_it_knows_the_camera_by_its_pictures(pictured):
    night, _ = pictured
    field = night.about.field
    corner = (field.goal_to_goal_mm, field.width_mm, 0.0)
    true, said = night.simulated.look.camera, night.simulated.camera
    seen_px = night.about.camera.project([corner])[0]
    assert math.dist(seen_px, true.project([corner])[0]) < 1.0
    assert math.dist(seen_px, said.project([corner])[0]) > 20.0


def test_its_players_are_the_enrolled_ones_with_outlines_as_they_were_measured(pictured):
    night, _ = pictured
    assert [p.id for p in night.about.roster] == [p.id for p in night.simulated.roster]
    assert night.about.roster is not night.simulated.roster


# What a live board tells its benches beside the frames and the switch.
FOR_BENCHES = {"tick", "ready", "camera", "facts_after", "state", "places", "look", "world"}


def asked_of_boards(source):
    """The attributes that a module asks for of whatever it calls a board or hands."""
    return {
        node.attr
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute) and ast.unparse(node.value).endswith(("board", "hands"))
    }


@pytest.mark.parametrize("module", [simulated_table, coach_thread, coach, table_helper])
def test_a_live_table_and_its_coach_ask_the_board_for_nothing_that_benches_know(module):
    assert not asked_of_boards(inspect.getsource(module)) & FOR_BENCHES


def test_a_question_for_the_truth_would_be_noticed():
    assert asked_of_boards("places = self.board.tick.state") & FOR_BENCHES == {"tick"}
