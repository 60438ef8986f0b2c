"""The eyes of a night: they wait for a line-up, name its players and follow them.

In come frames of the camera; out goes a `WatchedFrame` for each, and an `Observation` made of it
for the calls and the record. Begin with `live_eyes.py`.

Adding one: a fact that the eyes find is a field of `WatchedFrame`, passed on in
`to_observation.py`.
"""
