"""`python -m referee.power.guard`: stand guard, with orders on stdin and reports on stdout."""

import os
import sys

from referee.power.guard.process import main

code = main()
sys.stdout.flush()
# A thread may still sit in a read that nobody will answer; waiting for it would be for nothing.
os._exit(code)
