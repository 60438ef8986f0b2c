"""File formats: TOML, YAML and JSON that say what is wrong; PDF, PNG, SVG; whole files.

Begin in `toml` for reading and in `atomic_file` for writing.

In come bytes and paths; out go tables with line numbers, and files that appear whole. Adding one: a
format is a module that returns a `SettingsTable`, or one that writes through `atomic_file`.
"""
