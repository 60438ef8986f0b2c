"""Light: lamps and windows, shadow maps with soft edges, light on corners and on the empty board.

In: packed lamps (`lamps`) and meshes. Out: shadow maps, and light per corner or pixel, linear,
blue first. Begin with `shadow_maps`. Adding a kind of lamp: a column of `lamps`, read where light
falls.
"""
