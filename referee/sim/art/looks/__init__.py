"""Looks of whole tables: the usual one, and random ones over every setting, with their cameras.

In: a field, a roster and a seed or generator. Out: a `SceneLook`. Begin with `standard_look`.
Adding a colour: a row of `palette`.
"""
