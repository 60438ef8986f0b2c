"""The boards and bases that are known, as tables and JSON: `referee field`, `referee base`."""
