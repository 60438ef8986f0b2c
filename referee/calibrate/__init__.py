"""Calibration: from pictures of a board to the camera above it, with its errors in mm.

In: pictures (BGR) and a `FieldProfile`, or one length of an unknown field; a `Lens` and corners if
there are any. Out: `CalibrationSolved` (calibration, certificate, picture), or `CalibrationRefused`
with a reason and an advice. Begin with `solver`; the order is `lines`, `search`, `fit`,
`certificate`; `new_field` measures a field that has no file. Adding a field check: a function that
raises `UnusablePicture`, in `search.search_refusals` (or in `search.other_fields` if it compares
fields), called in `solver`; `new_field` calls `check_fit` as well.
"""
