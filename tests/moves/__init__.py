"""The map by which every module and class got its present name, and the program that applied it."""
