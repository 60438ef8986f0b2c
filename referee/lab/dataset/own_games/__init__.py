"""Own games."""
