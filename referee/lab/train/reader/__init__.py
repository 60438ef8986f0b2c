"""Reader."""
