"""Night."""
