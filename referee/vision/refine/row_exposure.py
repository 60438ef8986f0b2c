"""When a base was exposed: a rolling shutter reads a picture row by row."""

from __future__ import annotations

from referee.camera.camera_model import CameraModel
from referee.core.clock import MS_NS
from referee.core.geometry.pose import Pose


def exposed_after_ns(camera: CameraModel, readout_ms: float, pose: Pose, top_mm: float) -> int:
    """How much later than the middle row a base at ``pose`` was exposed; negative if before.

    A measured pose belongs to this moment, not to the frame's.
    """
    row = float(camera.project((pose.x_mm, pose.y_mm, top_mm))[1])
    row = min(max(row, 0.0), camera.height_px - 1.0)
    share = (row - (camera.height_px - 1) / 2) / camera.height_px
    return round(share * readout_ms * MS_NS)
