"""The simulated board: what a referee can be tried on without a table.

In: a seed, a field, two teams. Out: a board with a camera and a power switch like any other, and
the exact truth about it. `physics` moves the figures, `art` says what things look like (`look` is
their description), `render` takes the camera's pictures, `live` runs a board in real time or in
told time, `formations` are the line-ups, `coach` plays a night under the referee. Begin with
`live.simulated_board`. Adding a look: a field of `look.FieldLook` or `look.TeamLook`, drawn in
`art`, and a value in `art.looks`. Adding a marker: a kind in `board_state.MarkerKind`, its outline
in `physics.marker_shapes`, its mesh in `art.props.markers`. Adding a formation: see `formations`.
"""
