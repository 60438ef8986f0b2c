"""Commands on fixed words: rules, boards, lists, help, and sentences about wrong inputs."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from tests.freeze import inputs
from tests.freeze.canonical import ROOT, as_json, cleaned, pretty, rows
from tests.freeze.command import made, said

BOOKS = ("efhl", "hefl", "vsefl", "simplified")
HOUSE = """\
extends = "hefl"
name = "garage"
title = "Garage"
[tackle]
front_until_yd = 0.0
"""
HOUSE_OF_HOUSE = 'extends = "garage.toml"\nname = "attic"\ntitle = "Attic"\n'
Items = dict[str, str]


def rules(folder: Path) -> Items:
    """Every rulebook: its rules, numbers and procedure, also of a house; what may follow what.

    The files that a rule names (`by`) move with the files: they are a group of their own.
    """
    (folder / "garage.toml").write_text(HOUSE, "utf-8")
    (folder / "attic.toml").write_text(HOUSE_OF_HOUSE, "utf-8")
    found: Items = {}
    for book in BOOKS:
        listed = json.loads(_json_of(made(folder, "rules", "list", book, "--json")))
        found[f"by/{book}"] = rows([rule["id"], rule.pop("by")] for rule in listed)
        found[f"rules/list-{book}"] = rows(listed)
        found[f"rules/list-{book}-words"] = said(folder, "rules", "list", book)
    for book in (*BOOKS, "garage.toml", "attic.toml"):
        name = book.removesuffix(".toml")
        found[f"rules/show-{name}"] = said(folder, "rules", "show", book, "--json")
        found[f"rules/show-{name}-words"] = said(folder, "rules", "show", book)
        procedure = ("rules", "procedure", book)
        found[f"rules/procedure-{name}"] = said(folder, *procedure, "--json")
        found[f"rules/procedure-{name}-words"] = said(folder, *procedure, "--out", f"{name}.svg")
        found[f"rules/procedure-{name}-picture"] = (folder / f"{name}.svg").read_text("utf-8")
    for rule in ("HEFL-TKL-01", "EFHL-SPT-03", "SIMP-TKL-01"):
        shown = json.loads(_json_of(made(folder, "rules", "show", rule, "--json")))
        found[f"rules/show-{rule}"] = pretty({k: v for k, v in shown.items() if k != "by"})
    found["rules/evening"] = said(folder, "rules", "evening", "--json")
    found["rules/evening-words"] = said(folder, "rules", "evening", "--out", "evening.svg")
    found["rules/evening-picture"] = (folder / "evening.svg").read_text("utf-8")
    found |= _copies(folder)
    return found


def _copies(folder: Path) -> Items:
    """House rulebooks as they are put into the folder of a game."""
    copy = folder / "copy"
    copy.mkdir()
    inputs.copy_rules(folder / "attic.toml", copy)
    return {
        f"rules/copy-{path.stem}": path.read_text("utf-8") for path in sorted(copy.iterdir())
    } | {"rules/copy-shown": said(copy, "rules", "show", "rulebook.toml", "--json")}


def _json_of(text: str) -> str:
    """The JSON in what a command gave."""
    return text.partition("\n")[2].partition("\n--- complaints")[0]


def lists(folder: Path) -> Items:
    """Boards, bases, formations, keys, benches: what is there, in words and as JSON."""
    shutil.copytree(ROOT / "tests/cases", folder / "cases")
    asked = {
        "field-list": ("field", "list"),
        "base-list": ("base", "list"),
        "formations": ("sim", "formations"),
        "keys": ("keys", "list"),
    }
    for field in ("620", "500", "scale-64x30"):
        asked[f"field-{field}"] = ("field", "show", field)
    for base in ("standard", "round-front", "bevelled", "big", "narrow"):
        asked[f"base-{base}"] = ("base", "show", base)
    found: Items = {}
    for name, words in asked.items():
        found[f"commands/{name}"] = said(folder, *words, "--json")
        found[f"commands/{name}-words"] = said(folder, *words)
    found["commands/bench-list"] = said(folder, "bench", "list")
    found["commands/field-new"] = said(folder, "field", "new", "mine")
    found["commands/field-new-file"] = (folder / "mine.toml").read_text("utf-8")
    found["commands/field-picture"] = _drawing(folder, "field", "show", "620", "--draw", "620.svg")
    found["commands/base-picture"] = _drawing(folder, "base", "show", "big", "--draw", "big.svg")
    case = "cases/hefl/tackles.yaml"
    found["commands/case-picture"] = _drawing(folder, "case", "draw", case, "--out", "case.svg")
    found["commands/case-run"] = said(folder, "case", "run", case, "--json")
    proofs = ("rules", "coverage", "simplified", "--cases", "cases/simplified")
    found["commands/proofs"] = said(folder, *proofs, "--json")
    return found


def _drawing(folder: Path, *words: str) -> str:
    made(folder, *words)
    return cleaned((folder / words[-1]).read_text("utf-8"), folder)


def words_of_help(folder: Path) -> Items:
    """`--help` of every command; and its options alone, which prose does not change."""
    found: Items = {}
    for words in inputs.commands():
        name = "-".join(words) or "referee"
        found[f"help/{name}"] = said(folder, *words, "--help")
        found[f"options/{name}"] = rows(inputs.options_of(words))
    return found


_CASE = """\
title: A front meets his front
proves: [HEFL-TKL-01]
rulebook: hefl
field: "620"
start: {ball: [307.9, 160], to_gain: 387.9}
script: [{phase: run, carrier: H1}]
seconds: 1.2
moves:
  H1: [[0, 310, 150, 0]]
  A1: [[0, 377.8, 150, 180], [0.8, 337.8, 150, 180]]
wanted: [{call: tackle, players: [A1, H1], at: 0.8, ball: [323.9, 150]}]
after: {down: 2}
"""
# What is put in the place of what, so that the case is wrong.
_MISTAKES = {
    "case-seconds": ("seconds: 1.2", "seconds: 0"),
    "case-key": ("seconds: 1.2", "secnds: 1.2"),
    "case-number": ("H1: [[0, 310", "H1: [[0, far"),
    "case-carrier": ("carrier: H1", "carrier: H7"),
    "case-call": ("call: tackle", "call: tackel"),
    "case-rule": ("HEFL-TKL-01", "HEFL-TKL-99"),
    "case-book": ("rulebook: hefl", "rulebook: hfl"),
    "case-twice": ("after:", "title: again\nafter:"),
    "case-yaml": ("after: {down: 2}", "after: {down: [2}"),
    "case-differs": ("down: 2", "down: 4"),
}
_TRACKS = '{"format":"referee.tracks","version":1,"field":"620"}\n'
_FRAME = '{"frame":0,"t_ns":1,"power":false,"bases":[],"markers":[]}\n'
_WRONG_FILES = {
    "not-tracks.jsonl": "hello\n",
    "later.jsonl": _TRACKS.replace('"version":1', '"version":9'),
    "twice.jsonl": _TRACKS + _FRAME + _FRAME,
    "good.jsonl": _TRACKS + _FRAME,
    "state.yaml": "start: {team: home, ball: [300, 160]}\nscript: [{at: 0, phase: walk}]\n",
    "house.toml": 'extends = "hefl"\nname = "house"\ntitle = "House"\n[tackle]\nfront_yd = 1\n',
    "loop.toml": 'extends = "loop.toml"\nname = "loop"\ntitle = "Loop"\n',
    "field.toml": 'name = "mine"\n',
    "camera.calib.json": "{}\n",
    "picture.png": "no picture\n",
    "keys.toml": '[keys]\nstop = "no such key at all"\n',
}
_WRONG_WORDS = {
    "no-command": ("refree",),
    "no-option": ("judge", "good.jsonl", "--rulez", "hefl"),
    "judge-no-file": ("judge", "nowhere.jsonl", "--rules", "hefl"),
    "judge-no-tracks": ("judge", "not-tracks.jsonl", "--rules", "hefl"),
    "judge-version": ("judge", "later.jsonl", "--rules", "hefl"),
    "judge-frame-twice": ("judge", "twice.jsonl", "--rules", "hefl"),
    "judge-no-book": ("judge", "good.jsonl", "--rules", "nfl"),
    "judge-state": ("judge", "good.jsonl", "--rules", "hefl", "--state", "state.yaml"),
    "judge-field": ("judge", "good.jsonl", "--rules", "hefl", "--field", "621"),
    "house-key": ("rules", "show", "house.toml"),
    "house-loop": ("rules", "show", "loop.toml"),
    "no-rule": ("rules", "show", "HEFL-TKL-77"),
    "no-kind": ("rules", "list", "hefl", "--kind", "cal"),
    "no-field": ("field", "show", "630"),
    "field-file": ("field", "check", "field.toml"),
    "no-base": ("base", "show", "standart"),
    "no-picture-name": ("field", "show", "620", "--draw", "620.gif"),
    "locate-calibration": ("locate", "picture.png", "--calibration", "camera.calib.json"),
    "calibrate-picture": ("calibrate", "picture.png"),
    "calibrate-nothing": ("calibrate", "--field", "620"),
    "still-name": ("sim", "still", "--out", "still.jpg"),
    "still-size": ("sim", "still", "--out", "still.png", "--size", "huge"),
    "sim-formation": ("sim", "still", "--out", "still.png", "--offence", "wishbon"),
    "game-nowhere": ("game", "show", "nowhere"),
    "game-no-game": ("game", "check", "."),
    "game-list": ("game", "list", "nowhere"),
    "review-nowhere": ("review", "nowhere", "--list"),
    "keys-file": ("keys", "list", "--keys", "keys.toml"),
    "no-bench": ("bench", "speed"),
    "play-nothing": ("play", "--rules", "nfl"),
    "case-nowhere": ("case", "run", "nowhere.yaml"),
}


def errors(folder: Path) -> Items:
    """What the program says to wrong files and wrong words."""
    for name, text in _WRONG_FILES.items():
        (folder / name).write_text(text, "utf-8")
    found = {f"errors/{name}": said(folder, *words) for name, words in _WRONG_WORDS.items()}
    for name, (right, wrong) in _MISTAKES.items():
        (folder / "case.yaml").write_text(_CASE.replace(right, wrong), "utf-8")
        found[f"errors/{name}"] = said(folder, "case", "run", "case.yaml")
    return found


def text_of(path: Path, folder: Path) -> str:
    """A file that was written, JSON in its canonical form."""
    return cleaned(as_json(path.read_text("utf-8")), folder)
