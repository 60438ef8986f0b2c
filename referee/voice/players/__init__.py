"""Players of sounds: what each has to do, and which ones this machine has.

In comes a sound; it is heard. Begin with `player.py`.

Adding one: a program is a row in `program_player.py`; anything else is a `SoundPlayer` that
`player_choice.py` knows.
"""
