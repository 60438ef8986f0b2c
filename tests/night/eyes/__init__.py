"""Eyes."""
