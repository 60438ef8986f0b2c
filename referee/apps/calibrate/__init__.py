"""Calibrating from pictures, clicks or a lens sheet, measuring a new field, watching a camera.

Begin in `pictures`; each module is one command below `referee calibrate`.

In come pictures or a camera; out go calibration, lens and field files with their figures. Adding
one: a way to calibrate is a module here and a command in `cli.set_up.calibrate`.
"""
