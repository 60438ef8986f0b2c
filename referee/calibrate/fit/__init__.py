"""The fit: the camera that the points of lines speak for, by robust least squares.

In: a rough camera, sights of lines, and a `LensBelief`. Out: `RegisteredCamera` with its
`CameraFit`. Begin with `registration` (looks ever closer), then `camera_fit`. Adding one: a number
of the camera is an entry of `NAMES` and `STEPS` in `camera_parameters`, read by `values_of` and
written by `camera_of`.
"""
