"""The lens from a printed sheet: the sheet itself, its corners in pictures, solving, lens files."""
