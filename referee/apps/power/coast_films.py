"""Filming how the figures coast after the power is cut, and measuring it in millimetres."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from referee.apps.sight.picture_locator import PictureLocator
from referee.apps.sim.setup_options import USUAL_SIZE
from referee.apps.terminal.camera_choice import open_camera, request_of
from referee.apps.terminal.progress import progress_bar
from referee.camera.calibration import read_calibration
from referee.camera.frame_source import Frame
from referee.power.coast import Coast, FloatArray, coast_of, film_stop
from referee.power.switch import PowerSwitch
from referee.vision.network.default_models import DETECTOR


def film_stops(power: PowerSwitch, camera: str, calibration: Path, stops: int) -> list[Coast]:
    """So many stops, one film at a time; each is measured before the next."""
    known = read_calibration(calibration, None)
    eyes = PictureLocator(known, None, DETECTOR, scale=True, trust=True)

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
