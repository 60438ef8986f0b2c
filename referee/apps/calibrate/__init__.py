"""Calibrating from pictures, clicks or a lens sheet, measuring a new field, watching a camera.

Begin in `pictures`; each module is one command below `referee calibrate`.
"""
