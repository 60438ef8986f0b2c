"""Writes docs/MAP.md: every room with what its `__init__` says, every module with its first line.

python -m referee.lab.map_page
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import referee
from referee.loaders.formats.atomic_file import write_text

PACKAGE = Path(referee.__file__).resolve().parent
PAGE = PACKAGE.parent / "docs" / "MAP.md"
HEAD = """# Map

Every room of the program, what comes in and goes out, and where to begin. This page is made from
the docstrings by `python -m referee.lab.map_page`; a test compares the two. To find the code of a
rule, begin with `by =` in `referee/rulebooks/*/rules.toml`.
"""


def map_page(package: Path = PACKAGE) -> str:
    """The whole page as Markdown."""
    return HEAD + "".join(_room(folder, package) for folder in rooms(package))


def rooms(package: Path) -> Iterator[Path]:
    """The package and every package below it, each before its own rooms."""
    yield package
    for folder in sorted(path.parent for path in package.glob("*/__init__.py")):
        yield from rooms(folder)


def _room(folder: Path, package: Path) -> str:
    name = "/".join((package.name, *folder.relative_to(package).parts))
    depth = min(2 + len(folder.relative_to(package).parts), 4)
    lines = [f"\n{'#' * depth} {name}\n", f"\n{docstring(folder / '__init__.py')}\n"]
    modules = sorted(path for path in folder.glob("*.py") if path.name != "__init__.py")
    if modules:
        lines.append("\n| Module | What is in it |\n|---|---|\n")
        lines += [f"| `{path.stem}` | {_first_paragraph(path)} |\n" for path in modules]
    return "".join(lines)


def _first_paragraph(path: Path) -> str:
    text = docstring(path).partition("\n\n")[0]
    return " ".join(text.split()).replace("|", "\\|")


def docstring(path: Path) -> str:
    """The docstring of a module; empty when it has none."""
    return ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""


def main() -> None:
    """Write the page."""
    write_text(PAGE, map_page())


if __name__ == "__main__":
    main()
