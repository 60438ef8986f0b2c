"""Drawings of boards, bases, cases, procedures and night phases, in true scale.

In come values of other rooms; out goes a `VectorPicture`, which `drawing_file` saves as SVG, PNG or
PDF. Begin with `procedure_picture`. Adding one: a module that returns a `VectorPicture`, and an
option of the command that shows the same thing as a table.
"""
