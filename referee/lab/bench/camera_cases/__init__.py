"""What `referee bench cameras` measures on: lenses, nudged cameras, a first evening."""
