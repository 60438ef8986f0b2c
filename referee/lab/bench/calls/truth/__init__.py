"""Truth."""
