"""The pages of calibrating: four clicked corners, and the sheet for a lens."""
