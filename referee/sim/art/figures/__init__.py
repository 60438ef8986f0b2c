"""Figures on their bases as meshes: skeleton, body, helmet, number, base.

In: a player, the look of a team and of a figure. Out: a mesh in the frame of the base. Begin with
`figures`. Adding a stance: a value of `referee.sim.look.Stance` and its joints in `stances`.
"""
