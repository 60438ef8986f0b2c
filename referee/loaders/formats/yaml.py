"""Read a YAML file a person wrote: plain values only, with the line of every key."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import yaml

from referee.core.errors import BadValue, PlainWord

MAX_BYTES = 1_000_000


def read_yaml(path: Path) -> tuple[dict[str, object], Mapping[str, int]]:
    """The file's table, and the line of each key by its path, such as ``cases[0].moves.H1``."""
    where = str(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        said = error.strerror or str(error)
        raise BadValue(
            "the file", PlainWord(f"not readable ({said})"), "a YAML file", where
        ) from None
    if len(data) > MAX_BYTES:
        raise BadValue(
            "the file", PlainWord("larger than 1 MB"), "a YAML file of up to 1 MB", where
        )
    lines: dict[str, int] = {}
    try:
        text = data.decode("utf-8-sig")
        if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text, yaml.SafeLoader)):
            raise BadValue(
                "the file", PlainWord("using aliases (*name)"), "values as they are", where
            )
        _walk(yaml.compose(text, Loader=yaml.SafeLoader), "", lines, where)
        values = yaml.safe_load(text)
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


def nearest_line(lines: Mapping[str, int], path: str) -> int | None:
    """The line of a key, or of the nearest thing above it that has one."""
    while path and path not in lines:
        cut = max(path.rfind("."), path.rfind("["))
        path = path[:cut] if cut > 0 else ""
    return lines.get(path)


def _walk(node: yaml.Node | None, path: str, lines: dict[str, int], where: str) -> None:
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            line = key.start_mark.line + 1
            if not isinstance(key, yaml.ScalarNode) or key.tag != "tag:yaml.org,2002:str":
                raise BadValue("a key", key.value, "a word", f"{where}, line {line}")
            inner = f"{path}.{key.value}" if path else key.value
            if inner in lines:
                raise BadValue(inner, PlainWord("there twice"), "once", f"{where}, line {line}")
            lines[inner] = line
            _walk(value, inner, lines, where)
    elif isinstance(node, yaml.SequenceNode):
        for i, value in enumerate(node.value):
            lines[f"{path}[{i}]"] = value.start_mark.line + 1
            _walk(value, f"{path}[{i}]", lines, where)
