"""Cameras: frames with their instant, the camera model, and calibration files.

In: a device, a file or the simulator as a `FrameSource`; a calibration in JSON. Out: `Frame`s, and
a `CameraModel` that turns board millimetres into pixels and back. Begin with `frame_source` and
`camera_model`; `compiled_camera` is the same model for compiled loops. Adding one: a new kind of
camera is a class with the members of `FrameSource`; devices are in `devices`.
"""
