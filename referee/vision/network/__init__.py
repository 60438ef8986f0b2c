"""A closer look at each found base: which end is its front, does its figure lie, is it a base."""
