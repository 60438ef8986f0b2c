"""Whole games under the referee, and an independent judge's comparison with the physics' truth."""
