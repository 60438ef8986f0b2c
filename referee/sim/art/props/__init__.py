"""What is not a figure: hands, markers, clutter on the table, the cardboard stadium.

In: a description or a kind. Out: meshes in mm. Begin with `clutter`. Adding a thing that lies
about: a value of `referee.sim.look.ClutterKind` and its mesh in `clutter`.
"""
