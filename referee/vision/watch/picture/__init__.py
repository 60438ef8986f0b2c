"""Bases whose outline is lost go on being followed by what they look like.

Comes in: a frame, the outlines that were measured in it, and who was missed. Goes out: outlines
that the picture does not deny (`outline_check`), and bases that only their picture shows, some of
them with an outline that was sought from many starts (`lost_bases`). Begin with `picture_follower`.
Adding one: another proof that an outline is a base's own belongs into `outline_check`.
"""
