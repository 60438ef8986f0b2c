"""The simulated board: physics, renderer, simulated camera and simulated power."""
