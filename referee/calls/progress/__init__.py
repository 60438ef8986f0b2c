"""Progress."""
