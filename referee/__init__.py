"""The autonomous referee for electric football. See ARCHITECTURE.md for the way of the data."""

__version__ = "0.1.0"
