"""What the detector says: the order of its classes and of a base's corners."""

from __future__ import annotations

CLASSES = ("base", "fallen", "ball magnet", "felt ball", "magnet", "hand")
BASE, FALLEN, BALL, FELT, MAGNET, HAND = range(len(CLASSES))
CORNERS = 4  # front-left, front-right, back-right, back-left
MIRRORED = (1, 0, 3, 2)  # left and right change places in a mirror
DEEPEST_PX = 16  # of the picture, for one cell of the network's deepest layer
