"""The official: where a play stands, who holds the switch, what may be next, what came of it."""
