"""Twenty-two known players over time: whose each sighting is, and which end is his front."""
