"""A simulated coach who plays a whole game, both sides of it, under the referee."""
