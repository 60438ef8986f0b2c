"""The simulated board: recordings, one picture, formations, and its camera as a camera."""
