"""Players of sounds: what each has to do, and which ones this machine has.

In comes a sound; out goes the same sound, to a loudspeaker. Begin with `player.py`.

Adding one: a program is a row in `program_player.py`; anything else is a `SoundPlayer` that
`player_choice.py` knows.
"""
