"""Plays judged: those written down as cases, and simulated ones that are recorded and judged."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.freeze import inputs
from tests.freeze.canonical import ROOT, digest, pretty, without
from tests.freeze.command import made, said
from tests.freeze.fixed import BOOKS, Items, text_of

# What the simulator was made with changes with its libraries, not with the source.
_MADE_WITH = frozenset({"made_with"})
START = "start: {team: home, ball: [374.6, 225.4], to_gain: 449.5, down: 1}"


def cases(folder: Path, book: str) -> Items:
    """All calls of every case of a rulebook, and the state after it; where its play stands."""
    del folder  # they lie in the repository
    found: Items = {}
    for path in inputs.case_files(ROOT / "tests/cases" / book):
        for name, judged, stands in inputs.judged_cases(path):
            found[f"cases/{book}/{name}"] = pretty(judged)
            found[f"stands/{book}/{name}"] = pretty(stands)
    return found


def tracks(folder: Path, seed: int, plays: int, again: Sequence[tuple[str, str]]) -> Items:
    """A simulated recording judged by every rulebook; and ``again`` by one against another."""
    name = f"tracks/seed-{seed}"
    made(folder, "sim", "play", "--seed", seed, "--plays", plays, "--size", "320x180", "--out", "r")
    recorded = folder / "r"
    game = json.loads((recorded / "game.json").read_text("utf-8"))
    found = {
        f"{name}/tracks": digest((recorded / "tracks.jsonl").read_bytes()) + "\n",
        f"{name}/truth": digest((recorded / "truth.jsonl").read_bytes()) + "\n",
        f"{name}/camera": text_of(recorded / "camera.calib.json", folder),
        f"{name}/game": pretty(without(game, _MADE_WITH)),
    }
    (folder / "state.yaml").write_text(_state(recorded / "tracks.jsonl", game["plays"]), "utf-8")
    judge = ("r/tracks.jsonl", "--state", "state.yaml", "--rules")
    for book in BOOKS:
        calls = f"{book}.calls.jsonl"
        found[f"{name}/{book}-words"] = made(folder, "judge", *judge, book, "--out", calls)
        found[f"{name}/{book}"] = text_of(folder / calls, folder)
    untold = ("judge", "r/tracks.jsonl", "--rules", BOOKS[0], "--json")
    found[f"{name}/untold"] = said(folder, *untold)
    for book, other in again:
        words = ("rejudge", *judge, book, "--against", other, "--sure", "0.999")
        found[f"{name}/{book}-against-{other}"] = said(folder, *words, "--json")
    found[f"{name}/rejudge-words"] = said(folder, *words)
    return found


def _state(tracks_file: Path, plays: Sequence[Mapping[str, Any]]) -> str:
    """Who is given the ball whenever the power comes on, and a place where it all begins.

    Only that it is the same each time matters here, not that it is what the coach had in mind.
    """
    lines = []
    for t_ns in _begins_ns(tracks_file):
        play = next((each for each in plays if each["ended_ns"] > t_ns), plays[-1])
        carrier = play["carrier"]
        said_of = f"phase: {_phase(play)}, team: {team_of(carrier)}, carrier: {carrier}"
        lines.append(f"  - {{at: {t_ns / 1e9:.4f}, {said_of}}}")
    return "\n".join([START, "script:", *lines]) + "\n"


def _phase(play: Mapping[str, Any]) -> str:
    return "run" if play["situation"]["kind"] == "scrimmage" else "return"


def team_of(player: str) -> str:
    """The team of a player of the simulator, from the first letter."""
    return "home" if player.startswith("H") else "away"


def _begins_ns(tracks_file: Path) -> list[int]:
    """When the power came on."""
    found: list[int] = []
    before = False
    for line in tracks_file.read_text("utf-8").splitlines()[1:]:
        seen = json.loads(line)
        if seen["power"] and not before:
            found.append(seen["t_ns"])
        before = seen["power"]
    return found
