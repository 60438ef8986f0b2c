# Two commands for a newcomer:  make demo  and  make test.  Each sets up what it needs.
# Another interpreter or place:  make test PYTHON=python3.12 VENV=/tmp/referee-venv

# The first Python on this machine that is new enough.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV ?= .venv
WORKERS ?= auto
PYTHON311 ?= python3.11

ifeq ($(OS),Windows_NT)
RUN := $(VENV)/Scripts
else
RUN := $(VENV)/bin
endif

.NOTPARALLEL:
.PHONY: help demo test lint check bench format pathtrace firmware hardware-tools page-tools wheel-test clean

help:
	@echo "make demo       set up for use and show an officiated game on the simulated board"
	@echo "make test       set up for development and run the tests"
	@echo "make lint       ruff, mypy and the import rules"
	@echo "make check      lint and test"
	@echo "make bench      measure every part, figures in out/bench/"
	@echo "make format     put every file in the house style"
	@echo "make pathtrace  set up Blender for path-traced pictures (Python 3.11, about 350 MB)"
	@echo "make firmware   build the switch's firmware; GOAL=release or GOAL=flash PORT=... goes on from there"
	@echo "make hardware-tools  install what building and proving the firmware needs (Debian, Ubuntu)"
	@echo "make clean      remove everything that was made here, the environment too"

demo: $(VENV)/.compiled
	$(RUN)/referee demo

# The wheel, installed away from the clone.
wheel-test: $(VENV)/.for-development
	@sh tests/wheel.sh $(RUN)/python

test: $(VENV)/.for-development hardware-tools page-tools
	$(RUN)/pytest -n $(WORKERS) --maxprocesses 4

lint: $(VENV)/.for-development
	$(RUN)/ruff check
	$(RUN)/ruff format --check
	$(RUN)/mypy
	$(RUN)/lint-imports

check: lint test

bench: $(VENV)/.for-development
	$(RUN)/referee bench all

format: $(VENV)/.for-development
	$(RUN)/ruff check --fix
	$(RUN)/ruff format

pathtrace:
	$(PYTHON311) -m venv .venv-pathtrace
	.venv-pathtrace/$(notdir $(RUN))/python -m pip install bpy==4.5.15

firmware:
	$(MAKE) -C hardware/firmware $(GOAL)

# Installs where that may be done, else says in a sentence what the tests will skip.
hardware-tools:
	@sh hardware/tools.sh

# What the tests of the pages' accessibility need (axe-core); without it they are skipped in a sentence.
page-tools: $(VENV)/.for-development
	@$(RUN)/python -m tests.web.axe_tool

clean:
	rm -rf $(VENV) .venv-pathtrace out build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamps: a second run installs nothing unless pyproject.toml has changed.
$(VENV)/.made:
	@test -n "$(PYTHON)" || { echo "Referee needs Python 3.11 or newer; set PYTHON=..."; exit 2; }
	@echo "Making $(VENV) with $(PYTHON) ..."
	@$(PYTHON) -m venv $(VENV) || { echo "$(PYTHON) has no working venv module" \
		"(Debian and Ubuntu: apt install python3-venv)"; exit 2; }
	@touch $@

# Python writes the bytecode of what it imports; that of all the rest would be another 60 MB.
$(VENV)/.for-use: pyproject.toml | $(VENV)/.made
	$(RUN)/python -m pip install --no-compile -e .
	@touch $@

# Compiled code is kept beside the source: what one night has compiled the next one finds.
$(VENV)/.compiled: $(VENV)/.for-use
	$(RUN)/python -m referee.sim.coach.table.first_compilation
	@touch $@

$(VENV)/.for-development: pyproject.toml | $(VENV)/.made
	$(RUN)/python -m pip install -e ".[dev]"
	@touch $(VENV)/.for-use $@
