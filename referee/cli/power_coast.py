"""Filming how the figures coast after the power is cut, and measuring it in millimetres."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from referee.camera.calib_file import read_calibration
from referee.camera.source import Frame
from referee.cli.cameras import USUAL_SIZE, open_camera, request_of
from referee.cli.eyes import Eyes
from referee.cli.show import progress_bar
from referee.power.coast import Coast, FloatArray, coast_of, film_stop
from referee.power.switch import PowerSwitch
from referee.vision.models import DETECTOR


def film_stops(power: PowerSwitch, camera: str, calibration: Path, stops: int) -> list[Coast]:
    """So many stops, one film at a time; each is measured before the next."""
    known = read_calibration(calibration, None)
    eyes = Eyes(known, None, DETECTOR, scale=True, trust=True)

    def places(frame: Frame) -> FloatArray:
        seen, _ = eyes.locate(frame)
        return np.array([(s.pose.x_mm, s.pose.y_mm) for s in seen.sightings]).reshape(-1, 2)

    request = request_of(USUAL_SIZE, 30.0, None, None)
    coasts = []
    with open_camera(camera, request) as source, progress_bar() as bar:
        task = bar.add_task("filming stops", total=float(stops), note="")
        for number in range(stops):
            bar.update(task, completed=number, description="filming a stop")
            frames, off_ns = film_stop(power, source)
            bar.update(task, completed=number + 0.2, description="measuring the film")
            coasts.append(coast_of(frames, off_ns, places))
    return coasts
