"""The house rules hold; and each check is shown something bad, which it has to find."""

from pathlib import Path

import pytest
import typer

from referee.cli.main import COMMANDS, app, command_of
from referee.cli.set_up import calibrate
from tests import house

ROOT = house.ROOT
PAGES = [path for path in house.committed_files() if path.suffix == ".md"]
SOURCES = house.modules(ROOT / "referee")
PURE = [p for room in house.PURE_ROOMS for p in house.modules(ROOT / "referee" / room)]


def named(paths):
    return {"argvalues": paths, "ids": [str(p.relative_to(ROOT)) for p in paths]}


def read(path):
    return path.read_text(encoding="utf-8")


def complaints(check, paths):
    """What a check finds in files, each with the file's name in front."""
    return [f"{p.relative_to(ROOT)}: {line}" for p in paths for line in check(read(p))]


# --- the rules hold ---------------------------------------------------------------------------


def test_pure_rooms_reach_nothing_outside():
    assert PURE, "referee/core is gone?"
    assert complaints(house.impurities, PURE) == []


def test_every_pure_room_stands_under_the_import_rules_and_strict_types():
    existing = [room for room in house.PURE_ROOMS if (ROOT / "referee" / room).is_dir()]
    assert list(house.uncovered_rooms(existing, house.project_settings())) == []


def test_nothing_draws_from_global_randomness():
    assert complaints(house.global_randomness, SOURCES) == []


def test_every_module_says_what_it_is():
    tests = [p for p in house.modules(ROOT / "tests") if p.name != "__init__.py"]
    assert complaints(house.missing_docstring, SOURCES + tests) == []


def test_every_package_is_an_index_to_its_modules():
    rooms = [p for p in SOURCES if p.name == "__init__.py" and p.parent != ROOT / "referee"]
    assert complaints(house.gaps_in_index, rooms) == []


def test_no_base_carrier_coach_or_program_is_he():
    texts = [p for p in house.committed_files() if p.is_relative_to(ROOT / "referee")]
    words = [p for p in texts if p.suffix in {".py", ".js", ".html", ".toml"}]
    assert complaints(house.pronouns, words) == []


def test_no_file_speaks_of_one_machine_or_of_a_registry():
    texts = [path for path in house.committed_files() if house.is_text(path)]
    assert complaints(house.foreign_addresses, texts) == []


def test_no_meaning_is_read_out_of_a_sentence():
    readers = {ROOT / name for name in house.READERS_OF_TEXTS}
    assert all(complaints(house.parted_sentences, [path]) for path in readers)
    others = [path for path in SOURCES if path not in readers]
    assert complaints(house.parted_sentences, others) == []


def test_no_page_takes_a_text_apart():
    scripts = sorted((ROOT / "referee" / "web" / "static").rglob("*.js"))
    assert scripts
    assert complaints(house.parted_texts_of_page, scripts) == []


def test_no_file_is_too_large_to_clone():
    sizes = {str(path.relative_to(ROOT)): path.stat().st_size for path in house.committed_files()}
    assert {name: n for name, n in sizes.items() if n > house.MAX_FILE_BYTES} == {}


@pytest.mark.parametrize("page", **named(PAGES))
def test_pages_quote_commands_that_exist_and_link_to_files_that_are_there(page):
    tree = whole_command()
    targets = house.make_targets(read(ROOT / "Makefile"))
    wrong = list(house.broken_links(read(page), page.parent))
    for program, words in house.quoted_commands(read(page)):
        if program == "make":
            wrong += house.unknown_targets(words, targets)
        else:
            wrong += house.unknown_command(words, tree)
    assert wrong == []


def test_every_dependency_has_its_reason_written_down():
    project = house.project_settings()["project"]
    extras = project["optional-dependencies"].values()
    wanted = {
        house.distribution_of(requirement)
        for requirement in [*project["dependencies"], *(r for extra in extras for r in extra)]
    }
    page = read(ROOT / "docs/dependencies.md")
    assert {name for name in wanted if f"| {name} |" not in page} == set()


def test_every_imported_library_is_declared_for_its_room():
    project = house.project_settings()["project"]
    wrong = [
        f"{path.relative_to(ROOT)}: {line}"
        for path in SOURCES
        for line in house.undeclared_libraries(
            read(path), path.relative_to(ROOT / "referee").parts[:-1], project
        )
    ]
    assert wrong == []


def test_every_declared_library_is_imported():
    project = house.project_settings()["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["train"]]
    imported = set().union(*(house.imported_libraries(read(path)) for path in SOURCES))
    assert list(house.unused_libraries(wanted, imported, house.LOADED_BY_OTHERS)) == []


def test_using_the_referee_needs_no_torch():
    assert not [r for r in house.project_settings()["project"]["dependencies"] if "torch" in r]


def whole_command():
    """The command tree with every entry of the table loaded."""
    tree = typer.main.get_command(app)
    tree.commands = {name: command_of(name) for name in COMMANDS}
    parts = tree.commands["calibrate"]
    parts.commands = {name: parts.real(name) for name in calibrate.PARTS}
    return tree


# --- and the checks can fail ------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "import cv2",
        "import os.path",
        "from time import monotonic_ns",
        "from pathlib import Path",
        "from referee.camera.camera_model import CameraModel",
        "from referee import sim",
        "from . import neighbour",
        "def f():\n    print(1)",
        "def f():\n    return open('x')",
        "def f():\n    global n\n    n = 1",
    ],
)
def test_an_impure_line_is_found(line):
    assert len(list(house.impurities(line))) == 1


@pytest.mark.parametrize(
    "line",
    [
        "import math",
        "import numpy as np",
        "from collections.abc import Iterator",
        "from referee.core.geometry.pose import Pose",
        "def f(s):\n    return s.open()",
    ],
)
def test_a_pure_line_is_left_alone(line):
    assert list(house.impurities(line)) == []


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("np.random.seed(3)", 1),
        ("x = numpy.random.rand(2)", 1),
        ("import random", 1),
        ("from random import choice", 1),
        ("rng = np.random.default_rng(3)", 0),
        ("def f(rng: np.random.Generator): return rng.random()", 0),
    ],
)
def test_global_randomness_is_told_from_a_generator(line, found):
    assert len(list(house.global_randomness(line))) == found


def test_imported_libraries_are_found_wherever_the_import_stands():
    source = (
        "import cv2.aruco\ndef f():\n    from numpy.random import default_rng\n    from . import x"
    )
    assert house.imported_libraries(source) == {"cv2", "numpy"}


@pytest.mark.parametrize(
    ("line", "room", "found"),
    [
        ("import pydantic", ["web"], 1),
        ("from torch.nn import Module", ["vision"], 1),
        ("from torch.nn import Module", ["lab", "train"], 0),
        ("def f():\n    import motmetrics", ["train"], 1),
        ("def f():\n    import motmetrics", ["bench", "calls"], 0),
        ("import cv2, bpy, sys, referee.core", [], 0),
    ],
)
def test_a_library_that_is_not_declared_for_its_room_is_found(line, room, found):
    project = {
        "dependencies": ["opencv-python-headless>=4.10,!=4.13.0.90"],
        "optional-dependencies": {"dev": ["motmetrics>=1.4"], "train": ["torch==2.13.0"]},
    }
    assert len(list(house.undeclared_libraries(line, room, project))) == found


def test_a_library_that_nothing_imports_and_an_idle_exception_are_found():
    wanted = ["pyserial>=3.5", "rich", "websockets>=14", "typer"]
    excepted = {"rich": "loaded", "websockets": "loaded", "gone": "loaded"}
    assert list(house.unused_libraries(wanted, {"serial", "rich"}, excepted)) == [
        "rich is imported: it needs no exception",
        "typer is declared and never imported",
        "gone has an exception and is not declared",
    ]


@pytest.mark.parametrize(("source", "found"), [("x = 1", 1), ('""""""', 1), ('"""A room."""', 0)])
def test_a_missing_docstring_is_found(source, found):
    assert len(list(house.missing_docstring(source))) == found


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('"""A room."""', ["what comes in, what goes out, where to begin, how to add one"]),
        ('"""In: x. Out: y.\n\nBegin with `z`."""', ["how to add one"]),
        ('"""In comes x, out goes y. Begin with `z`. Adding one: w."""', []),
    ],
)
def test_a_package_that_is_no_index_is_found(source, found):
    assert list(house.gaps_in_index(source)) == [f"line 1: does not say {what}" for what in found]


@pytest.mark.parametrize(
    ("text", "found"),
    [("if he falls", 1), ("Turn him.", 1), ("the other, this", 0), ('is = "where he is"', 0)],
)
def test_a_carrier_who_is_he_is_found(text, found):
    assert len(list(house.pronouns(text))) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("see /" + "home/ann/board.png", 1),
        ("C:" + "\\Users\\ann", 1),
        ("--index-url https://py" + "pi.org/simple", 1),
        ("files.python" + "hosted.org", 1),
        ("https://example.org/home/page and src/work/x and ~/home/x", 0),
    ],
)
def test_foreign_addresses_are_found(text, found):
    assert len(list(house.foreign_addresses(text))) == found


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('topic = call.episode.split(":")', 1),
        ('blind = reason.sentence.startswith("NOT WATCHING")', 1),
        ('words = line.words.removesuffix(" To be reviewed.")', 1),
        ('kept = path.name.endswith(".toml")', 0),
        ("kind = call.episode.topic", 0),
    ],
)
def test_a_sentence_that_is_taken_apart_is_found(source, found):
    assert len(list(house.parted_sentences(source))) == found


@pytest.mark.parametrize(
    ("script", "found"),
    [
        ('const [down, place] = words.split(" at the ");', 1),
        ('reasons.some((reason) => reason.startsWith("Are the names"))', 1),
        ('reasons.some(({ kind }) => kind === "names to confirm")', 0),
        ('[" ", "enter"].includes(key)', 0),
    ],
)
def test_a_text_that_a_page_takes_apart_is_found(script, found):
    assert len(list(house.parted_texts_of_page(script))) == found


def test_commands_are_found_in_blocks_and_in_lines():
    page = (
        "Run `make test` or `referee bench list`; referee/core is a folder, `referee/core` too.\n"
        "```sh\n$ .venv/bin/referee bench physics --quick  # fast\nmake demo\nls\n```\n"
    )
    assert list(house.quoted_commands(page)) == [
        ("referee", ["bench", "physics", "--quick"]),
        ("make", ["demo"]),
        ("make", ["test"]),
        ("referee", ["bench", "list"]),
    ]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("bench physics --quick", 0),
        ("bench NAME --json FILE", 0),
        ("--version", 0),
        ("COMMAND --help", 0),
        ("calibrate board.png --json", 0),
        ("calibrate sheet --paper a4", 0),
        ("calibrate board.png --paper a4", 1),
        ("bnech physics", 1),
        ("bench physics --slow", 1),
    ],
)
def test_a_command_that_is_not_there_is_found(line, found):
    assert len(list(house.unknown_command(line.split(), whole_command()))) == found


@pytest.mark.parametrize(
    ("line", "found"), [("test", 0), ("test PYTHON=python3.12", 0), ("test fly", 1)]
)
def test_a_target_that_is_not_there_is_found(line, found):
    targets = house.make_targets("WORKERS := 2\ntest: env\n\tpytest\n")
    assert len(list(house.unknown_targets(line.split(), targets))) == found


def test_a_broken_link_is_found(tmp_path):
    (tmp_path / "there.md").touch()
    page = '[a](there.md) [b](there.md#part) [c](https://x.y/z) ![d](gone.png) <img src="lost.svg">'
    assert list(house.broken_links(page, tmp_path)) == [
        "gone.png is not there",
        "lost.svg is not there",
    ]


def test_a_pure_room_without_rules_is_found():
    settings = {
        "tool": {
            "importlinter": {"contracts": [{"id": "pure", "source_modules": ["referee.core"]}]},
            "mypy": {"strict": True, "overrides": [{"module": ["referee.core.*"]}]},
        }
    }
    assert list(house.uncovered_rooms(["core", "game"], settings)) == [
        "mypy is not strict on referee.core",
        "the contract 'pure' does not list referee.game",
    ]


def test_pictures_are_told_from_text(tmp_path: Path):
    (tmp_path / "a.bin").write_bytes(b"PNG\0\1")
    (tmp_path / "a.txt").write_text("words")
    assert not house.is_text(tmp_path / "a.bin")
    assert house.is_text(tmp_path / "a.txt")


@pytest.mark.parametrize(
    ("path", "found"),
    [("calls/said.py", 1), ("night/engaged.py", 1), ("calls/tackle/tackle.py", 0)],
)
def test_an_opaque_module_name_is_found(path, found):
    assert len(list(house.opaque_modules([Path(path)]))) == found


@pytest.mark.parametrize(("count", "found"), [(15, 0), (16, 1)])
def test_a_crowded_folder_is_found(count, found):
    paths = [Path("room/__init__.py"), *(Path(f"room/m{k}.py") for k in range(count))]
    assert len(list(house.crowded_folders(paths))) == found


@pytest.mark.parametrize(
    ("other", "found"),
    [("class Ball: pass", 1), ("def f():\n    class Ball: pass", 1), ("x = 1", 0)],
)
def test_a_class_name_of_two_meanings_is_found(other, found):
    sources = {"a.py": "class Ball: pass", "b.py": other}
    assert len(list(house.classes_named_twice(sources))) == found


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("class Whistle: pass", 1),
        ("class PlayEnd: pass", 0),
        ("class GuardPlayEnd: pass", 0),
        ("class Whistle: pass\nclass Horn: pass", 0),
        ("class Whistle: pass\ndef blow(): pass", 0),
    ],
)
def test_a_main_class_of_another_name_is_found(source, found):
    assert len(list(house.misnamed_main_class("play_end", source))) == found
