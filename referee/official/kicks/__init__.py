"""Kicks as the official plays them: chosen, rolled, rushed, covered, come down, recovered.

In come a kick of the rulebook, what people say, and the resting board; out come the play's next
state, calls, and the event that ends it. Begin with `stages`: it takes a kick from one stage to the
next. `landing` says who is where it comes down, `spots` where that is, `endings` how it is over.

Adding one: a kind of stage has its step in `stages`, and its word in `rulebooks.kicks.kick_rules`.
"""
