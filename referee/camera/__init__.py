"""Where frames come from, and the camera model that ties pixels to board millimetres."""
