"""The certificate: what a calibration is worth, in mm by place, as numbers, words and a picture.

In: a finished fit. Out: `Certificate` with grade, `ErrorMap`, lines, lens, flatness, advice. Begin
with `certification`. Adding one: an advice is a sentence in `_advice`; a figure is a field of
`Certificate` and a key of its `as_json`.
"""
