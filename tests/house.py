"""The house rules as functions: each takes text and returns what is wrong with it, line by line."""

from __future__ import annotations

import ast
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PURE_ROOMS = ("core", "calls", "rulebooks", "game", "official", "cases")
PURE_LIBRARIES = frozenset({"numpy", "numba", "shapely"})
MAX_FILE_BYTES = 20_000_000

# Distributions that are imported by another name than they are installed by.
IMPORT_NAMES = {
    "cosmic-ray": "cosmic_ray",
    "fpdf2": "fpdf",
    "lapx": "lap",
    "opencv-python-headless": "cv2",
    "pillow": "PIL",
    "pyserial": "serial",
    "pyyaml": "yaml",
    "ultralytics-opencv-headless": "ultralytics",
}
# Rooms that may import libraries of an extra beside those for use.
EXTRAS_OF_ROOMS = {"bench": ("dev", "train"), "train": ("train",)}
# Blender's own Python brings these: it is no extra (docs/dependencies.md says why).
BLENDERS_MODULES = frozenset({"bmesh", "bpy", "bpy_extras", "mathutils"})
# Declared, and rightly imported by no module of ours.
LOADED_BY_OTHERS = {
    "lapx": "ultralytics' own trackers load it",
    "torchvision": "ultralytics loads it",
    "websockets": "uvicorn loads it",
}

_TOUCHES_THE_WORLD = frozenset(
    {"open", "print", "input", "exec", "eval", "compile", "breakpoint", "__import__"}
)
_SEEDED_RANDOM = frozenset({"Generator", "default_rng", "SeedSequence", "PCG64", "BitGenerator"})
_MACHINE_PATH = re.compile(r"(?<![\w.~])/(?:work|farm|root|home|Users)/\w|\b[A-Z]:\\Users\\")
_REGISTRY = re.compile(
    r"\b(?:test\.)?pypi\.org|pythonhosted\.org|anaconda\.org|npmjs\.(?:org|com)|://localhost:\d+/simple"
)
_FENCED = re.compile(r"^```[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s#]+)[^)]*\)|<img[^>]*\bsrc=\"([^\"]+)\"")
_CALL = re.compile(r"^\$?\s*(?:[\w./~-]+[/\\])?(referee|make)(?:\s+(.*))?$")


def project_settings() -> dict[str, Any]:
    """What pyproject.toml says."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def committed_files() -> list[Path]:
    """The files of the project; without git, everything that is not made by a run."""
    git = shutil.which("git")
    if git and (ROOT / ".git").exists():
        listed = subprocess.run([git, "-C", str(ROOT), "ls-files", "-z"], capture_output=True)
        if listed.returncode == 0:
            paths = [ROOT / name for name in listed.stdout.decode().split("\0") if name]
            return [path for path in paths if path.is_file()]
    made = {"out", "build", "dist", "__pycache__"}
    return [
        path
        for path in sorted(ROOT.rglob("*"))
        if path.is_file()
        and not any(
            part in made or (part.startswith(".") and part != ".ci")
            for part in path.relative_to(ROOT).parts[:-1]
        )
    ]


def is_text(path: Path) -> bool:
    """Whether a file holds text."""
    with path.open("rb") as stream:
        return b"\0" not in stream.read(8192)


def modules(folder: Path) -> list[Path]:
    """The Python files below a folder, in a fixed order."""
    return sorted(folder.rglob("*.py"))


def impurities(source: str) -> Iterator[str]:
    """What a pure module may not do: reach outside, or import what is not pure."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in _TOUCHES_THE_WORLD:
                yield f"line {node.lineno}: calls {name}()"
            case ast.Global(names=names):
                yield f"line {node.lineno}: changes module state: {', '.join(names)}"
            case ast.Import(names=names):
                for alias in names:
                    yield from _impure_import(alias.name, node.lineno)
            case ast.ImportFrom(module=module, level=level):
                yield from _impure_import("." * level + (module or ""), node.lineno)


def _impure_import(module: str, line: int) -> Iterator[str]:
    top, _, rest = module.partition(".")
    if top == "referee":
        room = rest.partition(".")[0]
        if room not in PURE_ROOMS:
            yield f"line {line}: imports {module}, a room that is not pure"
    elif top not in PURE_LIBRARIES and top not in _PURE_STANDARD:
        yield f"line {line}: imports {module or '.'}"


_PURE_STANDARD = frozenset(
    {
        "__future__",
        "abc",
        "bisect",
        "collections",
        "copy",
        "dataclasses",
        "difflib",
        "enum",
        "fractions",
        "functools",
        "heapq",
        "itertools",
        "math",
        "operator",
        "re",
        "statistics",
        "string",
        "struct",
        "types",
        "typing",
    }
)


def global_randomness(source: str) -> Iterator[str]:
    """Draws from random state that belongs to nobody: ``random.x()`` and ``np.random.x()``."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(
                value=ast.Attribute(value=ast.Name(id="np" | "numpy"), attr="random"), attr=name
            ) if name not in _SEEDED_RANDOM:
                yield f"line {node.lineno}: np.random.{name}"
            case ast.Import(names=names) if any(alias.name == "random" for alias in names):
                yield f"line {node.lineno}: import random"
            case ast.ImportFrom(module="random"):
                yield f"line {node.lineno}: from random import ..."


def imported_libraries(source: str) -> set[str]:
    """The top names of everything a module imports, wherever the import stands."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                found.update(alias.name.partition(".")[0] for alias in names)
            case ast.ImportFrom(module=str(module), level=0):
                found.add(module.partition(".")[0])
    return found


def undeclared_libraries(
    source: str, room: Sequence[str], project: Mapping[str, Any]
) -> Iterator[str]:
    """Libraries that a module imports and that no list of pyproject.toml for its room names.

    ``room``: the folders of the module's path, from the package inwards.
    """
    allowed = _import_names(project["dependencies"])
    for folder in room:
        for extra in EXTRAS_OF_ROOMS.get(folder, ()):
            allowed |= _import_names(project["optional-dependencies"][extra])
    outside = imported_libraries(source) - sys.stdlib_module_names - BLENDERS_MODULES
    for name in sorted(outside - allowed - {"referee"}):
        yield f"imports {name}, which pyproject.toml does not declare for this room"


def unused_libraries(
    requirements: Sequence[str], imported: set[str], loaded_by_others: Mapping[str, str]
) -> Iterator[str]:
    """Declared libraries that nothing imports, and exceptions for what is imported or gone."""
    declared = {distribution_of(requirement) for requirement in requirements}
    for name in sorted(declared):
        used = IMPORT_NAMES.get(name, name) in imported
        if used and name in loaded_by_others:
            yield f"{name} is imported: it needs no exception"
        if not used and name not in loaded_by_others:
            yield f"{name} is declared and never imported"
    for name in sorted(set(loaded_by_others) - declared):
        yield f"{name} has an exception and is not declared"


def distribution_of(requirement: str) -> str:
    """The name in front of a requirement's version."""
    found = re.match(r"[\w-]+", requirement)
    return found.group() if found else requirement


def _import_names(requirements: Sequence[str]) -> set[str]:
    names = {distribution_of(requirement) for requirement in requirements}
    return {IMPORT_NAMES.get(name, name) for name in names}


def missing_docstring(source: str) -> Iterator[str]:
    """A module says in its first line what it is."""
    tree = ast.parse(source)
    if not (ast.get_docstring(tree) or "").strip():
        yield "line 1: the module has no docstring"


# Words of files that exist: a choice in settings, an answer in journals, sentences of older doubts.
_KEPT_WORDS = re.compile(
    r"where he is|let him run|been at him|knocked him over|when he touched it|he was out of sight|"
    r"touched him first|he may have fallen first|his progress may|he was beyond|whether he may"
)


def pronouns(text: str) -> Iterator[str]:
    """Lines that speak of something as of a man."""
    for number, line in enumerate(text.splitlines(), 1):
        if re.search(r"\b(he|his|him|himself)\b", _KEPT_WORDS.sub("", line), re.IGNORECASE):
            yield f"line {number}: a base, a carrier, a coach and the program are never “he”"


def foreign_addresses(text: str) -> Iterator[str]:
    """Paths of somebody's machine and hosts of package registries."""
    for number, line in enumerate(text.splitlines(), 1):
        for pattern, what in (
            (_MACHINE_PATH, "a path of one machine"),
            (_REGISTRY, "a registry host"),
        ):
            if found := pattern.search(line):
                yield f"line {number}: {what}: {found.group()}"


# Texts that are the format of a file or of a wire; only who reads them takes them apart.
READERS_OF_TEXTS = (
    "referee/game/events.py",  # a note of a call, as journals keep it
    "referee/game/journal_rows.py",  # a challenge in a journal of before notes had a topic
    "referee/review/rulings/given_ruling.py",  # a ruling, as journals keep it
    "referee/power/efl/courier.py",  # a command of the switch's protocol
)
_PARTED_SENTENCE = re.compile(
    r"\.(?:sentence|words|text|why|detail|reason|episode)"
    r"\.(?:startswith|endswith|removeprefix|removesuffix|r?split|r?partition)\("
)
_PARTED_IN_PAGE = re.compile(r"\.(?:startsWith|endsWith|split|match|matchAll)\(")


def parted_sentences(source: str) -> Iterator[str]:
    """Where a module reads a meaning out of a sentence that was made for people."""
    yield from _found(_PARTED_SENTENCE, source)


def parted_texts_of_page(script: str) -> Iterator[str]:
    """Where a script of a page takes a text apart: the server sends kinds and values."""
    yield from _found(_PARTED_IN_PAGE, script)


def _found(pattern: re.Pattern[str], text: str) -> Iterator[str]:
    for number, line in enumerate(text.splitlines(), 1):
        if found := pattern.search(line):
            yield f"line {number}: {found.group()}"


def quoted_commands(markdown: str) -> Iterator[tuple[str, list[str]]]:
    """Every ``referee ...`` and ``make ...`` in code, as the program and its words."""
    blocks = _FENCED.findall(markdown)
    lines = [line for block in blocks for line in block.splitlines()]
    lines += _INLINE.findall(_FENCED.sub("", markdown))
    for line in lines:
        if found := _CALL.match(line.strip()):
            yield found[1], shlex.split(found[2] or "", comments=True)


def unknown_command(words: list[str], command: Any) -> Iterator[str]:
    """Words of a ``referee`` line that the command tree does not know."""
    rest = list(words)
    while rest and hasattr(command, "commands"):
        usual = getattr(command, "usual", None)  # meant when no part is named
        if usual and rest[0] not in command.commands:
            command = command.commands[usual]
            break
        if rest[0].startswith("-") or not rest[0].islower():
            break
        if rest[0] not in command.commands:
            yield f"referee {' '.join(words)}: there is no {rest[0]!r}"
            return
        command = command.commands[rest.pop(0)]
    known = {"--help"}.union(*(set(p.opts) | set(p.secondary_opts) for p in command.params))
    for word in rest:
        option = word.partition("=")[0]
        if option.startswith("-") and option not in known:
            yield f"referee {' '.join(words)}: there is no {option}"


def make_targets(makefile: str) -> set[str]:
    """The targets a Makefile has."""
    return set(re.findall(r"^([a-z][\w-]*):(?!=)", makefile, re.MULTILINE))


def unknown_targets(words: list[str], targets: set[str]) -> Iterator[str]:
    """Words of a ``make`` line that are no target."""
    for word in words:
        if "=" not in word and not word.startswith("-") and word not in targets:
            yield f"make {' '.join(words)}: there is no target {word!r}"


def broken_links(markdown: str, folder: Path) -> Iterator[str]:
    """Links to files that are not there."""
    for groups in _LINK.findall(_FENCED.sub("", markdown)):
        target = groups[0] or groups[1]
        elsewhere = "://" in target or target.startswith("mailto:")
        if not elsewhere and not (folder / target).exists():
            yield f"{target} is not there"


def uncovered_rooms(existing: list[str], settings: Mapping[str, Any]) -> Iterator[str]:
    """Pure rooms that the import rules or the strict types leave out."""
    contracts = {c["id"]: c for c in settings["tool"]["importlinter"]["contracts"]}
    covered = set(contracts["pure"]["source_modules"])
    relaxed = [
        module
        for override in settings["tool"]["mypy"].get("overrides", ())
        if not override.get("ignore_missing_imports")
        for module in override["module"]
    ]
    for room in existing:
        if f"referee.{room}" not in covered:
            yield f"the contract 'pure' does not list referee.{room}"
        if any(module.startswith(f"referee.{room}") for module in relaxed):
            yield f"mypy is not strict on referee.{room}"
    if not settings["tool"]["mypy"].get("strict"):
        yield "mypy is not strict"


MOST_MODULES = 15
# Participles and riddles: a module's name says what is inside.
OPAQUE = frozenset(
    {
        "said",
        "told",
        "heard",
        "shown",
        "seen",
        "laid",
        "given",
        "giving",
        "passed",
        "loosened",
        "lying",
        "standing",
        "settled",
        "failing",
        "leaving",
        "staying",
        "asking",
        "hearing",
        "naming",
        "rolling",
        "leading",
        "ending",
        "timing",
        "gaining",
        "beside",
        "past",
        "awake",
        "obey",
        "showing",
        "observed",
        "engaged",
        "turning",
        "vanished",
        "gear",
        "handing",
        "guiding",
    }
)
RETIRED_ROOMS = frozenset(
    {"files", "doctor", "machine", "solitaire", "play", "bench", "train", "dataset"}
)


def opaque_modules(paths: Iterable[Path]) -> Iterator[str]:
    """Modules whose file name is one of the words that do not say what is inside."""
    for path in paths:
        if path.stem in OPAQUE:
            yield f"{path}: a noun of football, geometry or the machine, please"


# What the text of a package says besides its first line: what comes in, what goes out, where to
# begin reading, and how to add one more.
_INDEX = {
    "what comes in": r"\b(in:|in comes?\b|comes in\b|in and out)",
    "what goes out": r"\b(out:|out goe?s?\b|out comes?\b|goes out\b|in and out)",
    "where to begin": r"\bbegin\b",
    "how to add one": r"\badding\b",
}


def gaps_in_index(source: str) -> Iterator[str]:
    """What the docstring of a package leaves out."""
    text = " ".join((ast.get_docstring(ast.parse(source)) or "").split()).lower()
    missing = [what for what, pattern in _INDEX.items() if not re.search(pattern, text)]
    if missing:
        yield f"line 1: does not say {', '.join(missing)}"


def crowded_folders(paths: Iterable[Path]) -> Iterator[str]:
    """Folders with more modules than a reader takes in at a glance."""
    counted = Counter(path.parent for path in paths if path.name != "__init__.py")
    for folder, count in sorted(counted.items()):
        if count > MOST_MODULES:
            yield f"{folder}: {count} modules, at most {MOST_MODULES}"


def classes_named_twice(sources: Mapping[str, str]) -> Iterator[str]:
    """Class names that more than one module defines."""
    homes: dict[str, list[str]] = {}
    for module, source in sources.items():
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ClassDef):
                homes.setdefault(node.name, []).append(module)
    for name, modules_ in sorted(homes.items()):
        if len(modules_) > 1:
            yield f"{name}: {', '.join(modules_)}"


def misnamed_main_class(stem: str, source: str) -> Iterator[str]:
    """The one public class of a module that is not named as its file.

    The room may stand before it: `GuardCore` in guard/core.py. A module with functions besides, or
    with several public classes, has no main class to name.
    """
    body = ast.parse(source).body
    public = [n.name for n in body if isinstance(n, ast.ClassDef) and n.name[0] != "_"]
    functions = [n for n in body if isinstance(n, ast.FunctionDef) and n.name[0] != "_"]
    wanted = "".join(part.capitalize() for part in stem.split("_"))
    if len(public) == 1 and not functions and not public[0].lower().endswith(wanted.lower()):
        yield f"{public[0]} in {stem}.py: call the file or the class after the other"
