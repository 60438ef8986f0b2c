"""The night: frames and commands come in, orders to the power switch and sentences go out.

Everything between start and final whistle is here: `loop.py` takes the newest frame, has the eyes
find the players, asks `night.py`, and hands its orders to the switch, the record and the screens.
`night.py` decides about power, by `safety/power_table.py` and the reasons of `gate.py`; the rules
of play are decided in `referee.official`. In come frames and commands (`commands.py`);
out go `NightOutput` and `Snapshot`. Pages, voice and coaches reach a night by `interface.py` only.
Begin with `night.py`, then `loop.py`.

Adding one: a command is a class in `commands.py`, a row in `command_handlers.py` and a word in
`ledger/stored_names.py`; a reason against power is a kind and a sentence in `gate.py`.
"""
