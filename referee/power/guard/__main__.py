"""`python -m referee.power.guard`: stand guard, with orders on stdin and reports on stdout."""

import os

from referee.power.guard.process import main

# A thread may still sit in a read that never returns, and stdout may lead nowhere by now:
# an orderly exit would wait for the one and stumble over the other.
os._exit(main())
