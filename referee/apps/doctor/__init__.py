"""Is this computer ready for a game: camera, serial device, disk, each in a line."""
