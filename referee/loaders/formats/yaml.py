"""Read a YAML file a person wrote: plain values only, with the line of every key."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import yaml

from referee.core.errors import BadValue, PlainWord

# The reader written in C is thirty times as quick, but has no guard against deep nesting.
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
MAX_BYTES = 300_000 if hasattr(yaml, "CSafeLoader") else 50_000
DEEPEST = 64  # brackets within brackets, or dashes and marks in front of a line
MOST_INDENT = 200  # columns
_MARKS = re.compile(r"[-?: \t]*")


def read_yaml(path: Path) -> tuple[dict[str, object], Mapping[str, int]]:
    """The file's table, and the line of each key by its path, such as ``cases[0].moves.H1``."""
    where = str(path)
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        said = error.strerror or str(error)
        raise BadValue(
            "the file", PlainWord(f"not readable ({said})"), "a YAML file", where
        ) from None
    if len(data) > MAX_BYTES:
        raise BadValue(
            "the file",
            PlainWord(f"larger than {MAX_BYTES // 1000} kB"),
            f"a YAML file of up to {MAX_BYTES // 1000} kB",
            where,
        )
    lines: dict[str, int] = {}
    try:
        text = data.decode("utf-8-sig")
        _check_depth(text, where)
        values = _values(text, lines, where)
    except UnicodeDecodeError:
        raise BadValue(
            "the file", PlainWord("not UTF-8 text"), "YAML saved as UTF-8", where
        ) from None
    except RecursionError:
        raise BadValue("the file", PlainWord("nested too deeply"), "plain tables", where) from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = "" if mark is None else f" in line {mark.line + 1}"
        problem = getattr(error, "problem", None) or "no YAML"
        raise BadValue("the file", PlainWord(f"wrong{line}: {problem}"), "YAML", where) from None
    except ValueError as error:
        if isinstance(error, BadValue):
            raise
        raise BadValue("the file", PlainWord(f"wrong: {error}"), "YAML", where) from None
    if not isinstance(values, dict):
        raise BadValue("the file", PlainWord("no table"), "lines such as title: ...", where)
    return values, lines


def _values(text: str, lines: dict[str, int], where: str) -> object:
    loader = _Loader(text)
    try:
        node = loader.get_single_node()
        _walk(node, "", lines, where, set())
        return None if node is None else loader.construct_document(node)
    finally:
        loader.dispose()


def _check_depth(text: str, where: str) -> None:
    """Refuse what is nested deeper than anybody writes."""
    depth = 0
    for number, line in enumerate(text.splitlines(), 1):
        marks = _MARKS.match(line)
        front = "" if marks is None else marks[0]
        indent = len(line) - len(line.lstrip(" "))
        for letter in line:
            depth += (letter in "[{") - (letter in "]}")
            depth = max(depth, 0)
            if depth > DEEPEST:
                break
        if depth > DEEPEST or indent > MOST_INDENT or len(front) - indent > DEEPEST:
            words = PlainWord(f"nested too deeply in line {number}")
            raise BadValue("the file", words, "plain tables", where)


def nearest_line(lines: Mapping[str, int], path: str) -> int | None:
    """The line of a key, or of the nearest thing above it that has one."""
    while path and path not in lines:
        cut = max(path.rfind("."), path.rfind("["))
        path = path[:cut] if cut > 0 else ""
    return lines.get(path)


def _walk(
    node: yaml.Node | None, path: str, lines: dict[str, int], where: str, seen: set[int]
) -> None:
    if node is not None and id(node) in seen:  # an alias is the node that it stands for
        raise BadValue("the file", PlainWord("using aliases (*name)"), "values as they are", where)
    seen.add(id(node))
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            line = key.start_mark.line + 1
            if not isinstance(key, yaml.ScalarNode) or key.tag != "tag:yaml.org,2002:str":
                raise BadValue("a key", key.value, "a word", f"{where}, line {line}")
            inner = f"{path}.{key.value}" if path else key.value
            if inner in lines:
                raise BadValue(inner, PlainWord("there twice"), "once", f"{where}, line {line}")
            lines[inner] = line
            _walk(value, inner, lines, where, seen)
    elif isinstance(node, yaml.SequenceNode):
        for i, value in enumerate(node.value):
            lines[f"{path}[{i}]"] = value.start_mark.line + 1
            _walk(value, f"{path}[{i}]", lines, where, seen)
