"""Runs inside Blender's Python: builds scenes by hand, lights them, renders them, measures them.

Nothing else of the project is imported here: Blender insists on an older numpy. Lengths are
millimetres in every plan and become Blender units in ``shapes``.
"""
