"""One frame, looked at by itself: what stands on the board, where, and how surely.

Comes in: a frame, the detector's answers, the reader, the outlines of the roster. Goes out:
`FrameSightings`. Begin with `locator.Locator.locate`; `finder` puts detections on the board,
`measured_frame` measures them, `frame_check` refuses frames that show nothing. Adding one: another
check of a frame goes into `FrameCheck.check`, another paint of a marker into `PAINTS` of
`marker_paint`.
"""
