"""The route of the log for a report."""
