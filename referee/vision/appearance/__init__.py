"""What figures look like: their colours, whose team they are, and whose paint a player wears.

Comes in: a frame, a camera, poses and outlines of bases. Goes out: descriptions (rows of colours),
and for each figure its team with a probability. Begin with `figure_colours` (how a figure is
sampled), then `team_colours`. Adding one: another property of a figure becomes a column of a
description, and `team_colours` or `player_colours` says what it is worth.
"""
