"""The review page: flagged calls, their clips with geometry, rulings and what they change."""
