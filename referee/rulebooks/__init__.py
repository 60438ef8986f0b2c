"""Rulebooks: each league's numbers with the ids of its rules, and a list of all rules."""
