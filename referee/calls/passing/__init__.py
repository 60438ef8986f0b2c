"""Passing."""
