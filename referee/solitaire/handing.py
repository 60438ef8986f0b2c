"""Whether the ball can be given to a man: near enough, by the rulebook's lengths."""

from __future__ import annotations

from referee.calls.plays import Play
from referee.core.gap import signed_gap
from referee.core.yards import base_lengths_mm
from referee.rulebooks.rulebook import Rulebook
from referee.solitaire.seen import Scene

# A little less than the rule allows, so that nobody has to measure.
SAFELY = 0.95
_LATE = frozenset({Play.DRAW, Play.DELAY})


def can_take(scene: Scene, rulebook: Rulebook, passer: str | None, runner: str, play: Play) -> bool:
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
