"""What the camera over a field that was just measured is worth: the width's doubt is in it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from referee.calibrate.certificate import Verdict, verdict_of
from referee.calibrate.certify import certify
from referee.calibrate.evidence import Numerals
from referee.calibrate.new_field.doubts import INSIDE
from referee.calibrate.new_field.joint import Together
from referee.calibrate.outcome import Refused, Solved, Unusable
from referee.calibrate.parameters import Belief
from referee.calibrate.uncertainty import ErrorMap
from referee.camera.calib_file import Calibration

RULER = "Measure the width with a ruler and give it with --width."


def worth(
    together: Together,
    numerals: Numerals,
    calibration: Calibration,
    belief: Belief,
    pictures: int,
    start_s: float,
    picture: npt.NDArray[np.uint8],
    lean_mm: float,
) -> Solved | Refused:
    """The certificate; ``lean_mm`` is by how much the width may be off besides."""
    try:
        known, proof = certify(
            together.registered, numerals, calibration, belief, pictures, start_s
        )
    except Unusable as refusal:
        return Refused(refusal.refused.reason, RULER)
    errors = proof.errors
    stretched = INSIDE * lean_mm * errors.y_mm[:, None] / calibration.board.width_mm
    errors = ErrorMap(errors.x_mm, errors.y_mm, np.hypot(errors.error_mm, stretched))
    verdict = verdict_of(errors.worst_mm)
    if verdict is Verdict.REFUSED:
        return Refused(
            f"The camera is known only to {errors.worst_mm:.1f} mm at the worst place.", RULER
        )
    proof = replace(proof, errors=errors, verdict=verdict)
    return Solved(replace(known, error_mm=round(errors.worst_mm, 4)), proof, picture)
