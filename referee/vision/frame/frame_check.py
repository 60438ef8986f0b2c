"""Frames that nothing can be read from are refused, with a sentence that says why."""

from __future__ import annotations

import zlib

import cv2
import numpy as np

from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import Frame, Image
from referee.camera.watch.anchors import choose_anchors
from referee.camera.watch.camera_shift import measure_shift
from referee.core.arrays import F32, F64
from referee.core.clock import S_NS
from referee.core.errors import BadValue, PlainWord
from referee.core.field.field_profile import FieldProfile
from referee.vision.frame.finder import BoardDetections
from referee.vision.frame.printed_lines import lines_off_mm

STEP = 8  # every eighth pixel tells how bright a picture is
BLACK = 24  # the brightest parts of a picture taken in the dark
# Share of values at the top of their range.
BURNT = 250  # a value at the top of its range
MOST_BURNT = 0.5  # share of such values
PLAIN = 2.0  # spread of grey values of a picture that shows nothing
FROZEN_NS = 2_000_000_000  # a sensor's noise never repeats
# Where focus is looked at.
WINDOWS = (6, 4)  # across and down
WINDOW_PX = 160  # their side
PROBE_PX = 2.0  # the blur that is added to learn how blurred an edge was
STRONG = 6.0  # grey values per pixel of the edges that are looked at
LEAST_EDGES = 400  # pixels on edges without which nothing is said of focus
SHARPEST = 0.1  # the share of edges by which a picture is judged: others may move or be soft
# Blur of the sharpest edges beyond which a picture is refused.
BLUR_PX = 2.2
BLUR_MM = 1.2
MANY_LINES = 20  # pieces of lines, seen clearly, that prove something
FEW_LINES = 10  # pieces in place below which lines say nothing for a calibration
IN_PLACE_MM = 2.0
# Share of them in place.
FEW_RIGHT = 0.3  # share in place below which the calibration is wrong
MOST_RIGHT = 0.7  # share in place from which it is right
MANY_BASES = 8
MOST_BESIDE = 3.0  # times as many bases beside the board as on it
SIDE_MM = (15.0, 48.0)  # the longer side of a base


class BadFrame(BadValue):
    """A frame without a usable picture of the board."""


class FrameCheck:
    """Looks at every frame of one calibrated camera before anything is read from it."""

    def __init__(self, camera: CameraModel, px_per_mm: float) -> None:
        self._camera = camera
        self._px_per_mm = px_per_mm
        self._digest: int | None = None
        self._since_ns = 0

    def check(self, frame: Frame) -> None:
        """Raise BadFrame if the frame cannot be used."""
        image = frame.image
        self._check_size(image)
        thin = image[::STEP, ::STEP]
        _check_light(thin)
        self._check_alive(thin, frame.t_ns)
        blur_px = blur_of(image)
        if blur_px > max(BLUR_PX, BLUR_MM * self._px_per_mm):
            seen = PlainWord(f"out of focus (its sharpest edges are {blur_px:.1f} px soft)")
            raise BadFrame("the picture", seen, "a sharp picture: focus the camera on the board")

    def _check_size(self, image: Image) -> None:
        if image.dtype != np.uint8 or image.ndim != 3 or image.shape[2] != 3:
            seen = PlainWord(f"{image.dtype} {' x '.join(map(str, image.shape))}")
            raise BadFrame("the picture", seen, "rows x columns x 3 bytes (BGR)")
        height, width = image.shape[:2]
        wide, high = self._camera.width_px, self._camera.height_px
        if (width, height) == (wide, high):
            return
        allowed = f"{wide} x {high}, as the camera was calibrated"
        if same_proportions(width, height, self._camera):
            allowed += "; --scale if this is the same picture, made larger or smaller"
        raise BadFrame("the picture's size", PlainWord(f"{width} x {height}"), allowed)

    def _check_alive(self, thin: Image, t_ns: int) -> None:
        digest = zlib.crc32(thin.tobytes())
        if digest != self._digest:
            self._digest, self._since_ns = digest, t_ns
        elif t_ns - self._since_ns >= FROZEN_NS:
            still_s = (t_ns - self._since_ns) / S_NS
            frozen = PlainWord(f"frozen: the same for {still_s:.1f} s")
            raise BadFrame("the picture", frozen, "a camera that runs: plug it in again")


def check_calibration(
    image: Image,
    camera: CameraModel,
    board: FieldProfile | None,
    found: BoardDetections,
    error_mm: float,
    reference: Image | None = None,
) -> None:
    """Raise BadFrame if the picture was not taken by this camera over this board.

    Printed lines where they should be are proof enough; so are many of them where they should not.
    If lines tell too little, the print has to be seen as in ``reference``, the calibration's own
    picture, and bases must be of a base's size and mostly on the board. Nothing that speaks for a
    calibration is a reason to refuse it.
    """
    allowed = "the calibration of this camera and board as they stand now: calibrate again"
    in_place, known = 0, board is None
    if board is not None:
        off_mm = np.abs(lines_off_mm(image, camera, board))
        right = float((off_mm <= IN_PLACE_MM + error_mm).mean()) if len(off_mm) else 0.0
        if len(off_mm) >= MANY_LINES and right < FEW_RIGHT:
            usual = float(np.median(off_mm))
            seen = PlainWord(f"not this picture's: lines are seen {usual:.0f} mm from their places")
            raise BadFrame("the calibration", seen, allowed)
        if len(off_mm) >= MANY_LINES and right > MOST_RIGHT:
            return
        shown = None if reference is None else same_print(image, camera, board, reference)
        if shown is False:
            seen = PlainWord(
                "not this picture's: the print looks different where it was calibrated"
            )
            raise BadFrame("the calibration", seen, allowed)
        in_place, known = round(right * len(off_mm)), shown is not None
    sides = [max(c.length_mm, c.width_mm) for c in found.candidates if not c.fallen]
    if len(sides) >= MANY_BASES and not SIDE_MM[0] <= float(np.median(sides)) <= SIDE_MM[1]:
        size = PlainWord(f"not this picture's: bases would be {np.median(sides):.0f} mm long")
        raise BadFrame("the calibration", size, allowed)
    if board is not None and found.beside >= max(MANY_BASES, MOST_BESIDE * len(sides)):
        where = f"{found.beside} bases would be beside the board, {len(sides)} on it"
        raise BadFrame("the calibration", PlainWord(f"not this picture's: {where}"), allowed)
    if not known and in_place < FEW_LINES:
        seen = PlainWord(f"not proven: {in_place} pieces of lines are seen in their places")
        raise BadFrame("the calibration", seen, f"{allowed}, or --trust-calibration")


def check_lines(image: Image, camera: CameraModel, board: FieldProfile, error_mm: float) -> None:
    """Raise BadFrame if the printed lines do not show that this is the calibrated board."""
    off_mm = np.abs(lines_off_mm(image, camera, board))
    in_place = int((off_mm <= IN_PLACE_MM + error_mm).sum())
    if in_place < max(FEW_LINES, MOST_RIGHT * len(off_mm) if len(off_mm) >= MANY_LINES else 0):
        words = f"not proven: {in_place} of {len(off_mm)} pieces of lines are seen in their places"
        allowed = (
            "the calibration of this camera and board as they stand now, with its picture"
            " (.calib.png) beside it: calibrate again"
        )
        raise BadFrame("the calibration", PlainWord(words), allowed)


def same_print(
    image: Image, camera: CameraModel, board: FieldProfile, reference: Image
) -> bool | None:
    """Whether a picture shows the print of the calibration's own; None if that cannot be told."""
    height, width = image.shape[:2]
    if reference.shape[:2] != (height, width):
        reference = np.asarray(
            cv2.resize(reference, (width, height), interpolation=cv2.INTER_AREA), dtype=np.uint8
        )
    try:
        anchors = choose_anchors(reference, camera, board)
    except BadValue:
        return None
    return measure_shift(anchors, image, camera) is not None


def same_proportions(width: int, height: int, camera: CameraModel) -> bool:
    """Whether a picture of this size is the camera's, made larger or smaller as a whole."""
    return abs(width * camera.height_px - height * camera.width_px) < max(
        camera.width_px, camera.height_px
    )


def _check_light(thin: Image) -> None:
    grey = thin.max(axis=2)
    brightest = float(np.percentile(grey, 99.0))
    if brightest < BLACK:
        raise BadFrame("the picture", PlainWord("black"), "light, and a lens without its cap")
    burnt = float((thin >= BURNT).mean())
    if burnt > MOST_BURNT:
        seen = PlainWord(f"burnt out ({burnt:.0%} of its values are as bright as can be)")
        raise BadFrame("the picture", seen, "a shorter exposure or less light")
    if float(thin.mean(axis=2).std()) < PLAIN:
        raise BadFrame("the picture", PlainWord("of one colour"), "a picture of the board")


def blur_of(image: Image) -> float:
    """Blur of the sharpest edges in px (sigma of a Gaussian); 0 if there are too few to tell.

    An edge that is blurred a little more loses the more slope the sharper it was.
    """
    height, width = image.shape[:2]
    side = min(WINDOW_PX, width, height)
    corners = [
        (left, top)
        for left in np.linspace(0, width - side, WINDOWS[0]).astype(int)
        for top in np.linspace(0, height - side, WINDOWS[1]).astype(int)
    ]
    blurs = np.concatenate(
        [_edge_blurs(image[top : top + side, left : left + side]) for left, top in corners]
    )
    if len(blurs) < LEAST_EDGES:
        return 0.0
    return float(np.quantile(blurs, SHARPEST))


def _edge_blurs(window: Image) -> F64:
    """Blur at each strong edge; a little blur comes first, because noise is no sharp edge."""
    grey = np.asarray(cv2.cvtColor(window, cv2.COLOR_BGR2GRAY), dtype=np.float32)
    once = np.asarray(cv2.GaussianBlur(grey, (0, 0), PROBE_PX / 2), dtype=np.float32)
    twice = np.asarray(cv2.GaussianBlur(once, (0, 0), PROBE_PX), dtype=np.float32)
    slope, softer = _slope(once), _slope(twice)
    strong = softer > STRONG / 2
    ratio = np.maximum(slope[strong] / softer[strong], 1.0 + 1e-3)
    squared = PROBE_PX**2 / (ratio.astype(np.float64) ** 2 - 1.0) - (PROBE_PX / 2) ** 2
    return np.asarray(np.sqrt(np.maximum(squared, 0.0)))


def _slope(grey: F32) -> F32:
    across = cv2.Sobel(grey, cv2.CV_32F, 1, 0, scale=0.125)
    down = cv2.Sobel(grey, cv2.CV_32F, 0, 1, scale=0.125)
    return np.asarray(np.hypot(across, down), dtype=np.float32)
