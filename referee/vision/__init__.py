"""The eyes: what a calibrated frame says about the board."""
