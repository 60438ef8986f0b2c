"""The bought boards: what each wants to hear and what it answers."""
