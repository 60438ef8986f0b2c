"""Enroll."""
