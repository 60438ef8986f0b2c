"""Triangles to samples of a picture; a compiled loop for each of four kinds of faces (`raster`).

In: a batch of meshes (`mesh_batch`), placed and lit. Out: sample buffers. Begin with `raster`.
Adding a kind of face: a number in `raster`, a module with its loop, its call in
`referee.sim.render.actors`.
"""
