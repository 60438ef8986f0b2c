"""Certificate."""
