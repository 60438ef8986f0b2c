"""Loose balls: a carrier that falls, a fumble on the board, who recovers it, where it goes out.

In: frames with the ball as a marker, or what the dice say. Out: fall, recovered, loose ball out,
touchback. Begin with `fall` and `loose_ball`. Adding one: `recovery` has what a
recovery leads to.
"""
