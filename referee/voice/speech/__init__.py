"""Speech."""
