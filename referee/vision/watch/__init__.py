"""The eyes on a moving board: refinement on every frame, the detector as often as it can."""
