"""Files people edit and files we write: settings, shipped data, atomic writing."""
