"""The boards and bases that are known, as tables and JSON: `referee field`, `referee base`.

In comes a name, a file, or nothing; out go tables. Begin with `field_tables`. Adding one: a measure
of a board is a row there; a board or a base itself is a file in `calibration/`, no code.
"""
