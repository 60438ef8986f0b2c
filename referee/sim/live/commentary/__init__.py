"""Commentary."""
