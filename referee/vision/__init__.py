"""Pictures of a calibrated camera become measured bases, named players, markers and hands.

Comes in: frames (`camera`), a calibration, the enrolled teams. Goes out: `FrameSightings` of one
frame (`frame.locator`), or `WatchedFrame` with every player's own sighting (`watch.watcher`).
Begin with `sighting`, the types of what one frame says; then `frame` for one picture and `watch`
for a board that moves. `network` finds, `refine` measures, `appearance` tells teams apart,
`roster` names players, `enroll` learns teams. Adding one: what else one frame says
of a base becomes a field of `Sighting`; `watch.to_sightings` and `frame.measured_frame` fill it.
"""
