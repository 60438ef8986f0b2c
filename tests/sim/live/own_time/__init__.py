"""A board on its own clock."""
