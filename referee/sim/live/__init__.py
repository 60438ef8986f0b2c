"""A whole simulated board, in real time in a process of its own, or in told time.

In: a `SimSetup`, orders for power and hands. Out: frames, the switch's state, the truth. Begin
with `simulated_board`; `live_board` runs it in real time, `lockstep_board` in told time, and
`devices` are its camera and switch. `script` plays recordings. Adding an order: a dataclass in
`process.messages`, obeyed in `board_loop`.
"""
