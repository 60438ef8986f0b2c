"""Training pictures from the simulator: recipes in, pictures with their labels out."""
