"""The certificate's picture."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from referee.calibrate.certificate.error_picture import WIDTH_PX, draw_certificate
from referee.calibrate.outcome import CalibrationSolved
from referee.calibrate.solver import calibrate
from tests.calibrate.boards import LARGE, SIZE_PX, camera_over, photograph

DIP_MM = (LARGE.x_mm(20.0), LARGE.width_mm / 2)
REACH_MM = 130.0  # where a dip of 1.8 mm that is 110 mm wide is 0.45 mm deep


def test_a_dip_is_drawn_where_it_is_and_nowhere_else() -> None:
    truth = camera_over(LARGE)
    solved = calibrate([photograph(LARGE, truth)], LARGE)
    assert isinstance(solved, CalibrationSolved)
    proof = solved.certificate
    x, y = np.meshgrid(proof.errors.x_mm, proof.errors.y_mm)
    away = np.hypot(x - DIP_MM[0], y - DIP_MM[1])
    height = -1.8 * np.exp(-((away / 110.0) ** 2))
    bent = replace(proof.flatness, height_mm=height, clear=True)
    plain = replace(proof.flatness, clear=False)
    with_dip, without = (
        draw_certificate(replace(solved, certificate=replace(proof, flatness=flat))).astype(int)
        for flat in (bent, plain)
    )
    assert SIZE_PX[0] == WIDTH_PX  # the picture is shown as large as it was taken
    changed = np.argwhere(np.abs(with_dip - without).max(axis=2) > 30)[:, ::-1]
    assert len(changed) > 300
    places = solved.calibration.camera.to_plane(changed.astype(float), 0.0)
    # Beside its ring stands each height, in letters 60 pixels wide.
    assert np.hypot(*(places - DIP_MM).T).max() < REACH_MM + 45.0
