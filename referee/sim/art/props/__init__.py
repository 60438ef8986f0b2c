"""Props."""
