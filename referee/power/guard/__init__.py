"""The guard: a process of its own that owns the port and opens the relay on silence."""
