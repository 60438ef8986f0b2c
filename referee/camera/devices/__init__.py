"""Webcams: which there are, what is asked of a driver, and a thread that keeps the newest frame.

In: a name or number, and a `CameraRequest` (size, rate, exposure in ms, focus). Out: `Frame`s on
the program's clock, and the `ActualSettings` that the driver reports. Begin with `webcam`.
Adding a camera device: a platform's driver is a row of `BACKENDS` and of `backend_of` in
`camera_driver`, its exposure scale a row of `EXPOSURE` in `camera_settings`, its list of devices a
branch of `list_devices` in `camera_device`. A device that OpenCV does not open needs an `Opener`
that returns a `CameraDriver`.
"""
