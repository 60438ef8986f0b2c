"""The record of a game: one folder, the journal and everything seen in it, safe from a crash."""
