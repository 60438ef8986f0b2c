"""The watch over a calibrated camera: has it moved, is the print seen, do pictures come in time.

In: the calibration's picture and camera, then every frame. Out: a `WatchReport` with the camera to
measure with, the shift in px, and notices. Begin with `camera_watch`. Adding one: a notice is a
`CameraNoticeKind`, in `STOPPING` if play must stop; it is raised in `camera_watch` (what a look at
the print shows) or in `picture_pulse` (how pictures come).
"""
