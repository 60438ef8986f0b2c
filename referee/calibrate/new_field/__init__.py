"""A field nobody has measured: its print read from a picture and one given length."""
