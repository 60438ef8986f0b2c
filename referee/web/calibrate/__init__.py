"""The pages of calibrating: four clicked corners, and the sheet for a lens.

In come a still picture and clicks, or frames of a camera with the sheet in them; out go values of
the page as JSON, and a calibration or a lens file. Begin with `clicks_page`, the shorter of the
two.

Adding one: a page of calibrating is a module here, built like `clicks_page`, and shown by the app
of its command in `referee.apps.calibrate`.
"""
