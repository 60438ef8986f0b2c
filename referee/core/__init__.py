"""Units, fields, bases, their geometry, probabilities, settings. Pure: no camera, model or clock.

In and out: numbers in mm, degrees, ns and yards, and frozen records of them. Everything else stands
on this room. Begin with `geometry.base_shape`, `geometry.pose` and `field.field_profile`. Adding
one: a helper that two rooms need, with a doctest that says what it returns.
"""
