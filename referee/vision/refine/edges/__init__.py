"""What a picture shows across the outline of a base, and where its edge lies.

Comes in: a picture, poses and outline rings. Goes out: for each of forty places around a base the
likelihood of each offset of its edge. Begin with `strips` (samples along the normals), then
`strip_clues` and `edge_reader`. Adding one: another clue becomes a column of `CLUES` in
`strip_clues`; then train the edge reader again.
"""
