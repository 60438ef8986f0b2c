"""What the camera over a field that was just measured is worth: the width's doubt is in it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from referee.calibrate.certificate.certificate import CalibrationGrade, grade_of
from referee.calibrate.certificate.certification import certify
from referee.calibrate.certificate.error_map import ErrorMap
from referee.calibrate.fit.camera_parameters import LensBelief
from referee.calibrate.new_field.joint_fit import JointFit
from referee.calibrate.new_field.measure_sigmas import INSIDE
from referee.calibrate.outcome import CalibrationRefused, CalibrationSolved, UnusablePicture
from referee.calibrate.search.print_evidence import Numerals
from referee.camera.calibration import Calibration

RULER = "Measure the width with a ruler and give it with --width."


def new_certificate(
    together: JointFit,
    numerals: Numerals,
    calibration: Calibration,
    belief: LensBelief,
    pictures: int,
    start_s: float,
    picture: npt.NDArray[np.uint8],
    lean_mm: float,
) -> CalibrationSolved | CalibrationRefused:
    """The certificate; ``lean_mm`` is by how much the width may be off besides."""
    try:
        known, proof = certify(
            together.registered, numerals, calibration, belief, pictures, start_s
        )
    except UnusablePicture as refusal:
        return CalibrationRefused(refusal.refused.reason, RULER)
    errors = proof.errors
    stretched = INSIDE * lean_mm * errors.y_mm[:, None] / calibration.board.width_mm
    errors = ErrorMap(errors.x_mm, errors.y_mm, np.hypot(errors.error_mm, stretched))
    verdict = grade_of(errors.worst_mm)
    if verdict is CalibrationGrade.REFUSED:
        return CalibrationRefused(
            f"The camera is known only to {errors.worst_mm:.1f} mm at the worst place.", RULER
        )
    proof = replace(proof, errors=errors, verdict=verdict)
    return CalibrationSolved(replace(known, error_mm=round(errors.worst_mm, 4)), proof, picture)
