"""The voice of the referee, tried out: `referee voice`.

In come words and a choice of voice; out goes sound. Begin with `voice_trial`. Adding one: a
voice is added in `referee.voice.speech`, a way to play sound in `referee.voice.players`.
"""
