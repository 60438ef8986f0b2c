"""Settings of all tests: how long an example takes says nothing on a busy machine."""

from hypothesis import settings

settings.register_profile("referee", deadline=None, print_blob=True)
settings.load_profile("referee")
