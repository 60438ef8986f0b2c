"""What stays the same while a camera hangs still: sharpness and brightness of its anchors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from referee.camera.watch.camera_notice import CameraNoticeKind
from referee.camera.watch.patches import FollowedPatches, Patches

LIGHT = (0.6, 1.6)  # of the calibration's contrast and brightness
SHARP = (0.72, 1.5)  # of the calibration's slopes, at the same contrast


@dataclass(frozen=True, slots=True)
class PrintQuality:
    """How bright and how sharp the print is now; 1 is as it was calibrated."""

    light: float
    sharpness: float

    @classmethod
    def of(
        cls, patches: Patches, found: FollowedPatches, seen: npt.NDArray[np.bool_]
    ) -> PrintQuality:
        """The usual anchor's; blur keeps the mean, light changes it."""
        light = np.median(found.mean[seen] / np.maximum(patches.mean[seen], 1.0))
        sharpness = np.median(found.slope[seen] / np.maximum(patches.slope[seen], 1e-6))
        return cls(float(light), float(sharpness))

    def complaints(self) -> Iterator[tuple[CameraNoticeKind, str]]:
        """What changed so much that it matters."""
        if not LIGHT[0] <= self.light <= LIGHT[1]:
            much = f"{abs(self.light - 1.0):.0%} {'darker' if self.light < 1.0 else 'brighter'}"
            yield (
                CameraNoticeKind.LIGHT,
                f"The board is {much} than when it was calibrated: fix the exposure.",
            )
        if not SHARP[0] <= self.sharpness <= SHARP[1]:
            how = "softer" if self.sharpness < 1.0 else "sharper"
            text = (
                f"The picture is {how} than when it was calibrated: fix the focus, then calibrate."
            )
            yield CameraNoticeKind.FOCUS, text
