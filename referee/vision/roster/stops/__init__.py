"""A stop: nothing moves by itself, so every base was carried from one place to another by a hand.

Comes in: sightings and hand tracks from when the board rests to when it is switched on. Goes out:
for each player its sighting, and groups of players that might be each other. Begin with
`resting_roster`, then `stop_dwells`; `dwell_links` weighs which dwell a base came from,
`link_hypotheses` finds the best links of all bases together. Adding one: another way in which a
base leaves its place becomes a term in `dwell_links`.
"""
