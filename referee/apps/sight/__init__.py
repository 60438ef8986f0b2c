"""Bases in pictures and videos: locating, tracking and enrolling, with what draws them."""
