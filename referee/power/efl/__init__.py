"""Our own board and its language, EFL/1 (docs/power-protocol.md)."""
