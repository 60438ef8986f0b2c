"""What things look like: meshes of figures, bases and props, the printed board, whole looks.

In: descriptions (`referee.sim.look`), a roster, a field. Out: meshes in mm, z up, and pictures of
the print, for both renderers. Begin with `mesh`. Adding a thing: a module of `props` that returns
a mesh, and where the renderer is given its things.
"""
