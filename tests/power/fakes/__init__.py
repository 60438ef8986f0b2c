"""Our own board, as its document describes it: bytes in, relay and bytes out."""
