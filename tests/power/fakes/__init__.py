"""Bought boards and our own, as their documents describe them: bytes in, relay and bytes out."""
