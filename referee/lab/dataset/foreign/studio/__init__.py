"""Runs inside Blender's Python: builds scenes by hand, lights them, renders them, measures them.

Of the project it imports only `referee.lab.pathtrace.blender_worker`, which answers the requests:
Blender insists on an older numpy. Lengths are millimetres in every plan and become Blender units in
`shapes`. Begin with `worker`. Adding a thing: a module that builds it, called from `studio_frame`.

In come requests with a plan; out go pictures and their answer sheets.
"""
