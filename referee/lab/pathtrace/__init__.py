"""Path-traced pictures of simulated boards: slower, with true light, for training data.

In: a field, a look and states of the board. Out: rendered frames with the same truth as the fast
renderer's. Begin with `path_tracer`. Blender runs in a process of its own: `blender` starts it and
asks, `blender_worker` is what its scripts share, `worker` is the script for simulated boards.
Adding a request: a function in `worker`, a row in its COMMANDS, and an ``ask`` in `path_tracer`.
"""

# Begins a line of Blender's output that answers a request; other lines are its own chatter.
ANSWER = "@blender "
