"""The field: what is printed where, its areas, its yards by direction of play, how spots are named.

In: a `FieldProfile` in mm. Out: board x of yards and back, areas, lines, names of spots. Begin with
`field_profile`. Adding one: a measure is a field of the profile with its range.
"""
