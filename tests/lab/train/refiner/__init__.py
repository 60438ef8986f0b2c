"""Refiner."""
