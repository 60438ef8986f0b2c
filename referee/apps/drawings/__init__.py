"""Drawings of boards, bases, cases, procedures and night phases, in true scale.

Each module makes a `VectorPicture` from values; `drawing_file` saves one that was asked for.
"""
