"""Stops."""
