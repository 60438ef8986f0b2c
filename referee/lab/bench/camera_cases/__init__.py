"""What `referee bench cameras` measures on: lenses from a sheet, nudged cameras, a first evening.

Each module makes its pictures from seeds of its own, and returns plain lists of errors.
"""
