"""The power switch: a relay that opens unless the program asks for power again and again.

In come leases (how long the power may stay on), pulses, off, panic and clear; out go a `PowerState`
and `PowerEvent`s with their times. Begin with `switch` (what every switch promises), then `link`
(the program's end), `guard/` (the process that owns the port) and `power_device` (a board, without
port and clock). docs/power.md says what is promised, docs/power-protocol.md how our board talks.

Adding a device that switches power:

1. If bytes switch it, write a `Dialect` in `boards/`: `on`, `off`, and where the board can, `ask`,
   `timed`, `wake`. `boards.device` times it and asks it.
2. Add a row to `relay_models._ROWS` with the USB chips it is sold with, a fake of it to `FAKES` of
   the bench of the link (`bought_boards`), and in tests/power/test_bought_boards.py its bytes to
   `DOCUMENTED` and, if it answers, its name to `ANSWERING`.
3. If it holds a conversation of its own, implement `PowerDevice` instead, as `efl.device` does, and
   let `relay_models` make it: without a dialect it makes an `EflDevice`. A switch without a serial
   port implements `PowerSwitch`.
4. `Capabilities` says what it cannot do; docs/power.md lists it.
"""
