"""Edges."""
