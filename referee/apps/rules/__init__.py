"""The rules as tables, what may follow what, and cases run against the rules."""
