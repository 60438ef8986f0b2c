"""Screen."""
