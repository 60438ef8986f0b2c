"""Appearance."""
