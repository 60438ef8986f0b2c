"""The search: which camera sees the field like this, or why none can be told.

In: a picture and a `FieldProfile`. Out: `RivalCamera`s, best first, and `UnusablePicture` where the
print leaves no clear answer. Begin with `camera_search`; `overhead_view` and `pattern_match` find
the first cameras, `search_refusals` says no. Adding one: evidence is a term of `RivalCamera.score`;
a refusal is a check in `search_refusals`.
"""
