"""What is kept of a game: pictures with their instants, and what was seen in them."""
