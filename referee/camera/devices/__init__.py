"""Webcams: finding them, asking them for a picture that can be measured, and reading the newest."""
