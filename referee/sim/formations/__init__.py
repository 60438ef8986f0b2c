"""Formations to start from, as TOML files."""
