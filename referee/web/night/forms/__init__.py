"""What a page may ask of a night: a small form for each command, every field with bounds.

Begin in `commands`. Adding one: a form with its ``command`` method, and a line in its union.

In comes the JSON of a press; out comes a command of the night, or a refusal with the field's name.
"""
