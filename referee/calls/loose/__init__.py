"""Loose."""
