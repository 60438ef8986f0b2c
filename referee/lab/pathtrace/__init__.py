"""The same scene through a path tracer: slower pictures with true light, for training data."""

from __future__ import annotations

from pathlib import Path


def worker_path() -> Path:
    """The script that runs inside Blender's Python."""
    return Path(__file__).with_name("worker.py")
