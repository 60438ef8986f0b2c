"""Tests of what apps share at the terminal."""
