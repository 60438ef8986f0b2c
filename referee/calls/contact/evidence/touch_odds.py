"""From the three numbers and the likelihood of single frames to one probability of a touch.

The numbers are near enough independent that their log-odds add up. The weights are a fit
(docs/calls-accuracy.md says on what, and `referee bench touches` how well it holds). Beside a third
base a kick may be that one's, so it is left out there, with weights of its own.
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.calls.contact.evidence.touch_evidence import TouchEvidence
from referee.core.probability import log_odds, p_from_log_odds

# Frames make a touch sure from here on, if the motion led the two into each other and they were
# pushed apart so many sigmas with power on, or it lasts.
SURE_FRAMES, KICKED = 0.995, 0.5
# Plainly past each other: the least gap is so many sigmas, and the motion before does not lead into
# the other, or, beside a third base, which may push, leads so many sigmas clear of it.
PAST_SIGMAS, CLEAR_SIGMAS = 5.0, -0.5
# Where single frames make no touch likely and nobody was kicked hard, less is enough: the motion
# before, or the motion after carried back, does not lead plainly into the other. Only who runs into
# the other and bounces off can touch between two frames; a hard kick bends the motion after.
APART_SIGMAS, INTO_SIGMAS, HARD_KICK = 3.0, 0.5, 3.0
_UNLIKELY = 0.5
P_PAST = 0.001
# The log-odds of the frames count up to the first limit with one weight, from there to the second
# with another, because the largest of many frames is too bold.
_FRAMES_LEAST, _FRAMES_BEND, _FRAMES_MOST = -6.0, 4.0, 12.0
_TINY = 1e-9


@dataclass(frozen=True, slots=True)
class OddsWeights:
    """What each number adds to the log-odds of a touch."""

    even: float
    z: float
    c: float
    k: float
    frames: float
    sure_frames: float

    def log_odds(self, z: float, c: float, k: float, frames: float) -> float:
        """The log-odds of a touch; ``frames`` are those that single frames give."""
        usual = min(max(frames, _FRAMES_LEAST), _FRAMES_BEND)
        beyond = min(max(frames - _FRAMES_BEND, 0.0), _FRAMES_MOST - _FRAMES_BEND)
        known = self.z * z + self.c * c + self.k * k
        return self.even + known + self.frames * usual + self.sure_frames * beyond


ALONE = OddsWeights(even=-1.68, z=-0.92, c=0.32, k=1.43, frames=0.26, sure_frames=0.40)
BESIDE = OddsWeights(even=-1.36, z=-0.21, c=0.88, k=0.0, frames=0.75, sure_frames=0.75)


def p_touched(
    p_frames: float, evidence: TouchEvidence, *, powered: bool, lasts: bool
) -> float | None:
    """How likely two touched; None where too little is known of their motion.

    ``p_frames`` is how likely single frames make it; ``powered``: the board had power as they met;
    ``lasts``: single frames have made it sure for a while.
    """
    z, c, k = evidence.z, evidence.c, evidence.k
    if z is None or c is None:
        return None
    if _plainly_apart(evidence, p_frames, c):
        return P_PAST
    weights = BESIDE if k is None else ALONE
    odds = weights.log_odds(z, c, 0.0 if k is None else k, log_odds(p_frames, _TINY))
    p = p_from_log_odds(odds)
    pushed = powered and (k is None or k > KICKED)
    agreed = c > 0.0 and (pushed or lasts)
    return max(p, p_frames) if agreed and p_frames >= SURE_FRAMES else p


def _plainly_apart(evidence: TouchEvidence, p_frames: float, c: float) -> bool:
    """Whether the two passed each other, or stopped short, with no room for a bounce."""
    gap_sigmas = evidence.gap_mm / max(evidence.sigma_mm, _TINY)
    k = evidence.k
    if k is not None and k <= HARD_KICK and p_frames < _UNLIKELY:
        led = c if evidence.back is None else min(c, evidence.back)
        if gap_sigmas >= APART_SIGMAS and led <= INTO_SIGMAS:
            return True
    return gap_sigmas >= PAST_SIGMAS and c <= (CLEAR_SIGMAS if k is None else 0.0)
