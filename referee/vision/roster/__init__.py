"""Known players over time: whose each sighting is, and which end is its front.

Comes in: `FrameSightings`, whether the board is on, and where hands are. Goes out: a `RosterFrame`
with each player's own raw sighting or None, and the doubts for the coach. Begin with
`roster_tracker`; `moving_roster` follows players while the board shakes, `stops` names them at a
stop. Adding one: another cue becomes a term in `matching_costs` and `stops.dwell_links`, another
number of it a field of `roster_tuning`.
"""
