"""Magnets."""
