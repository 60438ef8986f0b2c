"""File formats: TOML, YAML and JSON that say what is wrong; PDF, PNG, SVG; whole files.

Begin in `toml` for reading and in `atomic_file` for writing.
"""
