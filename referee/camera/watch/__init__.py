"""The watch over a calibrated camera: has it moved, does it still see, do its pictures come."""
