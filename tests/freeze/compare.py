"""Two runs held against each other: which items differ, and a few lines of how."""

from __future__ import annotations

import difflib
import json
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.freeze.canonical import digest

SHOWN_LINES, SHOWN_ITEMS, WIDEST = 14, 40, 220


@dataclass(frozen=True)
class Run:
    """The items of a run by name, and which task made each of them; what was asked for."""

    texts: Mapping[str, str]
    tasks: Mapping[str, str]
    ran: frozenset[str]
    groups: frozenset[str]


def write_run(path: Path, run: Run) -> None:
    """The hashes into a file, the texts into the folder beside it."""
    folder = texts_folder(path)
    if folder.exists():
        shutil.rmtree(folder)
    for name, text in run.texts.items():
        target = folder / f"{name}.txt"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text.encode("utf-8"))
    items = {
        name: {"task": run.tasks[name], "sha256": digest(run.texts[name])}
        for name in sorted(run.texts)
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"format": "freeze", "items": items}, indent=1) + "\n", "utf-8")


def texts_folder(path: Path) -> Path:
    """Where the texts of a file of hashes lie.

    >>> texts_folder(Path("out/before.json")).as_posix()
    'out/before'
    """
    return path.with_suffix("")


def differences(run: Run, path: Path) -> Iterator[tuple[str, str]]:
    """Each item that is not as it was, with what to show of it.

    An item that is gone counts only if its task was run to its end, and its group asked for.
    """
    before: dict[str, Any] = json.loads(path.read_text("utf-8"))["items"]
    for name in sorted(before.keys() | run.texts.keys()):
        known = before.get(name)
        if name not in run.texts:
            if known["task"] in run.ran and name.split("/")[0] in run.groups:
                yield name, "it was there before, and is gone"
        elif known is None:
            yield name, "it was not there before"
        elif known["sha256"] != digest(run.texts[name]):
            yield name, _diff(texts_folder(path) / f"{name}.txt", run.texts[name])


def _diff(kept: Path, now: str) -> str:
    if not kept.is_file():
        return f"{kept} is not there: nothing to show"
    before = kept.read_bytes().decode("utf-8").splitlines()
    lines = list(difflib.unified_diff(before, now.splitlines(), "before", "now", n=1, lineterm=""))
    shown = [line if len(line) <= WIDEST else _around(line) for line in lines[:SHOWN_LINES]]
    more = len(lines) - len(shown)
    return "\n".join([*shown, *([f"... and {more} more lines"] if more > 0 else [])])


def _around(line: str) -> str:
    return f"{line[:WIDEST]} ... ({len(line)} characters)"
