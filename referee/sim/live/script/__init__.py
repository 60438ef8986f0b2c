"""The script of a recorded game: plays for both teams, one after the other, without a referee.

In: the physics with its truth, a seed and perhaps the formations somebody wants. Out: what the
hands do, when the power goes on and off, and the list of plays. Begin with `play_script`; the coach
that plays under the referee is `referee.sim.coach`. Adding a formation to what is called: a row in
`formation_calls`.
"""
