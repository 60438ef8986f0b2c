"""Review of flagged calls: what was seen around the instant, and what another verdict changes."""
