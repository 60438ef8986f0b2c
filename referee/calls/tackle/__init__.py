"""Tackles and sacks: the touch that ends the play, and what may undo it.

In: the contacts of the carrier. Out: tackle, broken tackle, sack, coverage sack, fumble, unclear
tackle. Begin with `carrier_down`, which tackle and sack share. Adding one: a subclass of
`CarrierDown` says what a touch weighs and by which rule it counts.
"""
