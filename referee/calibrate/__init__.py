"""From pictures of a board to a camera in its millimetres, and what that is worth."""
