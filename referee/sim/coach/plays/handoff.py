"""Whether the ball can be given to a man: near enough, by the rulebook's lengths."""

from __future__ import annotations

from referee.calls.play_name import PlayName
from referee.core.field.yards import base_lengths_mm
from referee.core.geometry.gap import signed_gap
from referee.rulebooks.rulebook import Rulebook
from referee.sim.coach.board_view import BoardView

# A little less than the rule allows, so that nobody has to measure.
SAFELY = 0.95
_LATE = frozenset({PlayName.DRAW, PlayName.DELAY})


def can_hand_off(
    scene: BoardView, rulebook: Rulebook, passer: str | None, runner: str, play: PlayName
) -> bool:
    """Whether the passer can hand the ball to the runner here; he can always keep it."""
    if passer == runner:
        return True
    if passer not in scene.poses or runner not in scene.poses or runner in scene.fallen:
        return False
    pitch = rulebook.calls.pitch
    lengths = pitch.delay_base_lengths if play in _LATE else pitch.handoff_base_lengths
    if lengths.value == 0.0:
        return True
    one, other = scene.base(passer), scene.base(runner)
    gap = signed_gap(one, scene.poses[passer], other, scene.poses[runner])
    return gap.gap_mm <= SAFELY * base_lengths_mm(one, lengths.value)
