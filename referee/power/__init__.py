"""The hand on the board's power switch."""
