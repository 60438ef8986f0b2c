"""Bases in pictures and videos: locating, tracking and enrolling, with what draws them.

In come pictures or a video with the calibration of their camera; out go positions, teams files and
drawn pictures. Begin with `locate`. Adding one: a way to draw what was found is in `track_video`.
"""
