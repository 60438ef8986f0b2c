"""Formations."""
