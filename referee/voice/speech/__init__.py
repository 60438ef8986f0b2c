"""Speech programs: what each has to do, and which one this machine has.

In come plain words; out goes their sound. Begin with `engine.py`.

Adding one: a module with a `SpeechEngine`, and a row in `engine_choice.py`.
"""
