"""What a page may ask of a night: a small form for each command, every field with bounds.

Begin in `commands`. Adding one: a form with its ``command`` method, and a line in its union.
"""
