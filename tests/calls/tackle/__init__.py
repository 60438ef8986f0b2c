"""Tackle."""
