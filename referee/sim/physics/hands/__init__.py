"""A coach's hands between stops: what is asked, planned, drawn up as movements and done.

In: actions (`actions`) and what stands where. Out: keyframes of hands and carried figures, and
changes on the board at their instants. Begin with `planner`. Adding an action: a dataclass in
`actions`, a method of `Planner.plan` that checks it and appends steps.
"""
