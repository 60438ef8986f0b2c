"""Measurements of the parts: one module per bench, each with ``run(quick: bool) -> Report``."""
