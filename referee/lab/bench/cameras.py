"""Cameras: the lens from a sheet, the watch over a calibrated camera, the first evening."""

from __future__ import annotations

import cv2
import numpy as np

from referee.lab.bench.camera_cases.first_evening import first_evening
from referee.lab.bench.camera_cases.nudged_cameras import WatchOutcome, nudge_camera, watch_a_play
from referee.lab.bench.camera_cases.sheet_lenses import VIEWS, compare_lenses
from referee.lab.bench.report import Report, Row
from referee.lab.bench.tools.machine import load_average, load_note

LENSES, QUICK_LENSES = 4, 1
NUDGED, QUICK_NUDGED = 4, 1
PLAY_FRAMES, QUICK_PLAY_FRAMES = 150, 45
NOTICE_S, CHECK_MS, AGREE_PX, PROCEDURE_S, CLICKS = 2.0, 2.0, 0.2, 180.0, 4.0


def run(quick: bool) -> Report:
    """Everything on held-out seeds; times with the load beside them."""
    cv2.setNumThreads(1)
    before = load_average()
    lenses = compare_lenses(QUICK_LENSES if quick else LENSES)
    watched = WatchOutcome()
    for number in range(QUICK_NUDGED if quick else NUDGED):
        nudge_camera(number, watched)
    watch_a_play(QUICK_PLAY_FRAMES if quick else PLAY_FRAMES, watched)
    clock_s, core_s, clicks = first_evening()
    apart_px = float(np.median(lenses.apart_px))
    return Report(
        "cameras",
        rows=[
            Row("lens: apart from OpenCV's own answer", apart_px, "px", AGREE_PX),
            Row("lens: worst place, off the true one", max(lenses.ours_worst_px), "px"),
            Row("lens: the same of OpenCV's answer", max(lenses.theirs_worst_px), "px"),
            Row("lens: stated error of a point", float(np.median(lenses.stated_px)), "px"),
            Row("watch: 1 px of motion noticed after", max(watched.noticed_s), "s", NOTICE_S),
            Row("watch: motions of 1 to 6 px missed", watched.missed, "", 0.0),
            Row("watch: left after correction, worst", max(watched.left_px), "px"),
            Row("watch: false alarms in play", watched.false_alarms, "", 0.0),
            Row("watch: a whole look, median", float(np.median(watched.checks_ms)), "ms", CHECK_MS),
            Row("procedure, computing", core_s, "s of a core", PROCEDURE_S),
            Row("procedure, by the clock, with hands", clock_s, "s", PROCEDURE_S),
            Row("procedure, clicks", clicks, "", CLICKS),
        ],
        notes=[
            f"lens: {VIEWS} views of an A4 sheet at 1280 x 720; the median is of all places",
            "watch: 1920 x 1080, random looks, figures in other places than at the calibration",
            f"watch: {watched.looks} looks during play with the board shaking",
            "procedure: lens sheet, pictures, calibration without and with clicks, first watch",
            load_note(before),
        ],
    )
