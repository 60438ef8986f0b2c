"""The clip of a flag: pictures, every base at the called instant, the measured length over time.

In come a `ReviewSource` and a flag; out go a `Replay` (values) and JPEGs. Begin with `replay`.

Adding one: a length to plot is a kind of call in `curve`; a shape to draw is a value of
`instant_geometry`.
"""
