"""The `referee` command: one module per group of commands."""
