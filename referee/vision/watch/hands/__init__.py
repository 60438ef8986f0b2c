"""Hands above the board: where a look has found them, and, under power, in every single frame.

Comes in: hands that looks have found, and frames. Goes out: the areas that arms hide
(`coach_arms`), and whether something as large as a hand reaches over the board in this very frame
(`reaching_hand`). Begin with `reaching_hand`. Adding one: another quick sign of a hand is a mask
like `unlike_light`, joined to the first in `reaching_hand`.
"""
