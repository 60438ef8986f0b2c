"""Lines in a picture: where printed lines, edges and hash marks run, to a fraction of a pixel.

In: brightness from 0 to 1, and a camera that is nearly known. Out: `Ridges` (no camera needed),
`LineSamples` with sights for the fit, `LongEdge`s, shares of hash marks. Begin with `printed_line`
(what a field promises) and `line_samples` (what is found of it). Adding one: a kind of line is a
`PrintedLineKind`, listed by `printed_lines`, with its offset in `fit.registration`.
"""
