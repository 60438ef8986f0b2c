"""Blender in a process of its own: where its Python is, and how to talk to it."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from referee.core.closing import Closing
from referee.core.errors import BadValue
from referee.lab.pathtrace import ANSWER

SETTING = "REFEREE_BLENDER_PYTHON"
OWN_ENVIRONMENT = ".venv-pathtrace"
HOW_TO_GET_IT = (
    f"the path of a Python 3.11 with bpy: python3.11 -m venv {OWN_ENVIRONMENT} and "
    f"{OWN_ENVIRONMENT}/bin/pip install bpy==4.5.15, or name one in {SETTING}"
)


class BlenderError(RuntimeError):
    """Blender could not do what it was asked to."""


def blender_python() -> Path | None:
    """A Python that can import bpy: named, in its own environment, or this one."""
    named = os.environ.get(SETTING)
    if named:
        return Path(named)
    home = Path(__file__).resolve().parents[3] / OWN_ENVIRONMENT
    for inside in ("bin/python", "Scripts/python.exe"):
        if (home / inside).exists():
            return home / inside
    return Path(sys.executable) if importlib.util.find_spec("bpy") else None


class Blender(Closing):
    """A running Blender that answers one request at a time. Use it in a ``with`` block.

    ``script`` runs inside it and answers; it may import what of this project needs nothing else.
    """

    def __init__(self, script: Path) -> None:
        python = blender_python()
        if python is None or not python.exists():
            raise BadValue(SETTING, str(python or "not set"), HOW_TO_GET_IT)
        self._python = python
        self._process = subprocess.Popen(  # noqa: S603 - our own worker, a Python the user named
            [str(python), "-u", str(script)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[3])},
        )

    def ask(self, command: str, **request: Any) -> None:
        """Send a request and wait for its answer; Blender's own chatter is skipped."""
        assert self._process.stdin is not None  # noqa: S101 - opened as a pipe above
        assert self._process.stdout is not None  # noqa: S101 - opened as a pipe above
        try:
            self._process.stdin.write(json.dumps({"command": command, **request}) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError as error:
            raise BlenderError(self._gone(command)) from error
        for line in self._process.stdout:
            if line.startswith(ANSWER):
                answer = json.loads(line[len(ANSWER) :])
                if answer["error"]:
                    raise BlenderError(f"Blender could not {command}: {answer['error']}")
                return
        raise BlenderError(self._gone(command))

    def _gone(self, command: str) -> str:
        code = self._process.poll()
        return (
            f"Blender ended (exit code {code}) when asked to {command}; "
            f"try `{self._python} -c 'import bpy'` to see why"
        )

    def close(self) -> None:
        """End Blender."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
