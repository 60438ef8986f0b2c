"""Units, fields, bases and their geometry. Pure: no camera, model, port, clock, file or network."""
