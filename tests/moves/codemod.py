"""Move modules and rename classes, functions and constants by a map, everywhere they are named.

The map is a TOML file with four tables: `[modules]` (old dotted path below the package -> new
one), `[merged]` (the same for modules that are gone since), `[names]` (`old.module:Name` -> new
name) and `[files]` (old path of any other file -> new path). Python is edited by its syntax tree,
so that a local variable of the same name is left alone; documents, settings and comments are edited
by whole dotted names, paths and names in backticks. `main` prints what it could not do by itself
and changes nothing when two things would get one name.

    python3.12 tests/moves/codemod.py tests/moves/moves.toml

It needs Python 3.12: earlier ones do not say where a name in an f-string stands. Afterwards
`ruff check --select I --fix` and `ruff format` put the files in the house style. On a tree that has
been moved already it says of every old module that it is not there.
"""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tokenize
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

PACKAGE = "referee"
# Not the scripts of the pages: their backticks hold sentences, not names.
TEXTS = {".md", ".toml", ".yml", ".yaml", ".sh", ".json", ".txt"}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
SCOPES = (*FUNCTIONS, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@dataclass
class Source:
    """One Python file: its text, tree, and what its module-level names stand for."""

    path: Path
    module: str
    text: str
    tree: ast.Module
    package: bool
    # name -> (module, name) it was imported from; name "" is the module itself
    imports: dict[str, tuple[str, str]] = field(default_factory=dict)
    defined: set[str] = field(default_factory=set)


class Codemod:
    """A map, applied to one tree of files."""

    def __init__(self, root: Path, moves: dict[str, dict[str, str]]) -> None:
        self.root = root
        modules = moves["modules"] | moves.get("merged", {})
        self.modules = {f"{PACKAGE}.{a}": f"{PACKAGE}.{b}" for a, b in modules.items()}
        self.modules |= moves.get("tests", {})
        self.names: dict[tuple[str, str], str] = {}
        for key, new in moves.get("names", {}).items():
            module, name = key.split(":")
            self.names[f"{PACKAGE}.{module}", name] = new
        self.files = dict(moves.get("files", {}))
        self.trouble: list[str] = []
        self.aside: dict[Path, Path] = {}
        self.sources: dict[str, Source] = {}
        for path in sorted(self._tracked(".py")):
            self._read(path)
        self._map_tests()
        self._check_map()
        self.everywhere = self._unambiguous()

    def _tracked(self, *suffixes: str) -> list[Path]:
        listed = subprocess.run(
            ["git", "ls-files"], cwd=self.root, capture_output=True, text=True, check=True
        ).stdout.split("\n")
        return [Path(p) for p in listed if p and Path(p).suffix in suffixes]

    # --- reading ------------------------------------------------------------------------------

    def _read(self, path: Path) -> None:
        text = (self.root / path).read_text(encoding="utf-8")
        package = path.name == "__init__.py"
        parts = path.parent.parts if package else (*path.parent.parts, path.stem)
        source = Source(path, ".".join(parts), text, ast.parse(text), package)
        for node in ast.walk(source.tree):
            if isinstance(node, ast.ImportFrom):
                module = self._absolute(source, node)
                for alias in node.names:
                    source.imports[alias.asname or alias.name] = (module, alias.name)
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    if alias.asname:
                        source.imports[alias.asname] = (alias.name, "")
        source.defined = set(bound_in(source.tree.body)) - set(source.imports)
        self.sources[source.module] = source

    def _absolute(self, source: Source, node: ast.ImportFrom) -> str:
        if not node.level:
            return node.module or ""
        parts = source.module.split(".")
        keep = len(parts) - node.level + (1 if source.package else 0)
        return ".".join([*parts[:keep], *([node.module] if node.module else [])])

    def origin(self, module: str, name: str) -> tuple[str, str]:
        """Where a name is really defined, followed through what re-exports it."""
        for _ in range(10):
            if f"{module}.{name}" in self.sources:
                return f"{module}.{name}", ""
            source = self.sources.get(module)
            if source is None or name in source.defined or name not in source.imports:
                break
            module, name = source.imports[name]
            if not name:
                break
        return module, name

    def _map_tests(self) -> None:
        """A test of a module goes where the module goes; helpers stay with their room."""
        rooms = self._rooms()
        for module, source in self.sources.items():
            if module.split(".")[0] != "tests" or module in self.modules:
                continue
            parts = module.split(".")[1:]
            if source.package:
                folder = ".".join(parts)
                new = ["tests", *rooms.get(folder, folder).split(".")] if parts else ["tests"]
                self.modules[module] = ".".join(new)
                continue
            folder, stem = ".".join(parts[:-1]), parts[-1]
            own = f"{PACKAGE}.{folder}.{stem.removeprefix('test_')}"
            if stem.startswith("test_") and folder and own in self.modules:
                *room, last = self.modules[own].split(".")[1:]
                self.modules[module] = ".".join(["tests", *room, f"test_{last}"])
            elif folder:
                self.modules[module] = f"tests.{rooms.get(folder, folder)}.{stem}"

    def _rooms(self) -> dict[str, str]:
        """Old folder -> the new folder of its `__init__`, as the map says."""
        rooms = {}
        for old, new in self.modules.items():
            source = self.sources.get(old)
            if source is not None and source.package and old != PACKAGE and old.startswith(PACKAGE):
                rooms[old.partition(".")[2]] = new.partition(".")[2]
        return rooms

    def _check_map(self) -> None:
        for module in self.modules:
            if module not in self.sources:
                self.trouble.append(f"the map moves {module}, which is not there")
        for module in self.sources:
            if module.startswith(PACKAGE) and module not in self.modules and module != PACKAGE:
                self.trouble.append(f"the map says nothing of {module}")
        targets = defaultdict(list)
        for old, new in self.modules.items():
            targets[new].append(old)
        for new, olds in targets.items():
            if len(olds) > 1:
                self.trouble.append(f"{', '.join(olds)} would all be {new}")
        for (module, name), new in self.names.items():
            source = self.sources.get(module)
            if source is None or name not in source.defined:
                self.trouble.append(f"{module} defines no {name}, which the map calls {new}")
            elif new in source.defined and (module, new) not in self.names:
                self.trouble.append(f"{module} already defines {new}, the new name of {name}")

    def _unambiguous(self) -> dict[str, str]:
        """Old class names that only one module defines: safe to replace in backticks anywhere."""
        homes = defaultdict(list)
        for source in self.sources.values():
            for node in source.tree.body:
                if isinstance(node, ast.ClassDef):
                    homes[node.name].append(source.module)
        return {
            name: new
            for (module, name), new in self.names.items()
            if homes[name] == [module] and name[:1].isupper() and len(name) > 5
        }

    # --- Python -------------------------------------------------------------------------------

    def rewritten(self, source: Source) -> str:
        edits = Edits(source.text)
        local = self._local_renames(source)
        self._imports(source, edits)
        Renaming(self, source, edits, local).run()
        self._words(source, edits, local)
        return edits.apply()

    def _words(self, source: Source, edits: Edits, local: dict[str, str]) -> None:
        """Strings and comments, as far as no other edit lies in them."""
        words = {tokenize.STRING, tokenize.COMMENT, getattr(tokenize, "FSTRING_MIDDLE", -1)}
        taken = sorted(edits.changes)
        for token in tokenize.generate_tokens(io.StringIO(source.text).readline):
            if token.type not in words:
                continue
            new = re.sub(
                r"^ *(?:>>>|\.\.\.) .*$",
                lambda m: re.sub(
                    r"(?<![\w.])[A-Za-z_]\w*", lambda n: local.get(n.group(), n.group()), m.group()
                ),
                token.string,
                flags=re.MULTILINE,
            )
            new = self.in_words(new, {**self.everywhere, **local})
            if new == token.string:
                continue
            line = source.text.split("\n")[token.start[0] - 1]
            start = edits.starts[token.start[0] - 1] + len(line[: token.start[1]].encode())
            end = start + len(token.string.encode())
            if edits.raw[start:end].decode() != token.string:
                self.trouble.append(f"{source.path}:{token.start[0]}: a string to edit by hand")
            elif not any(start < b and a < end for a, b in taken):
                edits.changes[start, end] = new.encode()

    def _local_renames(self, source: Source) -> dict[str, str]:
        """What a name bound at the top of this module is called from now on."""
        local = {}
        for name in source.defined:
            new = self.names.get((source.module, name))
            if new:
                local[name] = new
        for bound, (module, name) in source.imports.items():
            new_name = self._new_import(module, name)[1] if name else None
            if new_name and bound == name and new_name != name:
                local[bound] = new_name
        taken = {local.get(n, n) for n in source.defined} | {
            local.get(n, n) for n in source.imports
        }
        if len(taken) < len(source.defined | set(source.imports)):
            counted = defaultdict(list)
            for n in source.defined | set(source.imports):
                counted[local.get(n, n)].append(n)
            for new, olds in counted.items():
                if len(olds) > 1:
                    self.trouble.append(f"{source.path}: {', '.join(olds)} would all be {new}")
        return local

    def _new_import(self, module: str, name: str) -> tuple[str, str]:
        """From which module a name is imported from now on, and as what."""
        whole = f"{module}.{name}"
        if whole in self.sources:
            new = self.modules.get(whole, whole)
            return tuple(new.rsplit(".", 1))  # type: ignore[return-value]
        new_name = self.names.get(self.origin(module, name), name)
        return self.modules.get(module, module), new_name

    def _imports(self, source: Source, edits: Edits) -> None:
        for node in ast.walk(source.tree):
            if isinstance(node, ast.ImportFrom):
                module = self._absolute(source, node)
                if module.split(".")[0] not in (PACKAGE, "tests"):
                    continue
                lines = defaultdict(list)
                for alias in node.names:
                    home, name = self._new_import(module, alias.name)
                    asname = alias.asname if alias.asname != name else None
                    lines[home].append(f"{name} as {asname}" if asname else name)
                old_names = [f"{a.name} as {a.asname}" if a.asname else a.name for a in node.names]
                if dict(lines) == {node.module: old_names} and not node.level:
                    continue
                indent = " " * node.col_offset
                new = f"\n{indent}".join(
                    f"from {home} import "
                    + (names[0] if len(names) == 1 else f"({', '.join(names)})")
                    for home, names in lines.items()
                )
                edits.add(node, new)
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    if alias.name in self.modules and self.modules[alias.name] != alias.name:
                        edits.at(
                            alias.lineno, alias.col_offset, alias.name, self.modules[alias.name]
                        )

    # --- words --------------------------------------------------------------------------------

    def in_words(self, text: str, local: dict[str, str], *, rules: bool = False) -> str:
        """Dotted names, paths and names in backticks, in a document or what is left of a module."""
        text = re.sub(rf"\b(?:{PACKAGE}|tests)(?:\.\w+)+", self._dotted, text)
        text = re.sub(rf"\b(?:{PACKAGE}|tests)(?:/\w+)+(?:\.py)?", self._slashed, text)
        if rules:
            text = re.sub(r'(\bby = ")([^"]*)(")', self._by, text)
        for old, new in local.items():
            text = (
                re.sub(
                    rf"(`[^`\n]*?)\b{re.escape(old)}\b(?=[^`\n]*`)",
                    lambda m, new=new: m.group(1) + new,
                    text,
                )
                if old[:1].isupper()
                else re.sub(
                    rf"`{re.escape(old)}(\(\))?`",
                    lambda m, new=new: f"`{new}{m.group(1) or ''}`",
                    text,
                )
            )
        return text

    def _dotted(self, found: re.Match[str]) -> str:
        parts = found.group().split(".")
        for n in range(len(parts), 1, -1):
            module = ".".join(parts[:n])
            if module in self.modules:
                rest = parts[n:]
                if rest and (module, rest[0]) in self.names:
                    rest[0] = self.names[module, rest[0]]
                return ".".join([self.modules[module], *rest])
        return found.group()

    def _slashed(self, found: re.Match[str]) -> str:
        whole = found.group()
        for old, new in self.files.items():
            if whole == old:
                return new
        module = whole.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        if module not in self.modules:
            return whole
        new = self.modules[module].replace("/", ".").replace(".", "/")
        return new + (".py" if whole.endswith(".py") else "")

    def _by(self, found: re.Match[str]) -> str:
        names = []
        for name in found.group(2).split(", "):
            new = self._dotted(re.match(r".*", f"{PACKAGE}.{name}"))  # type: ignore[arg-type]
            names.append(new.removeprefix(f"{PACKAGE}."))
        return found.group(1) + ", ".join(dict.fromkeys(names)) + found.group(3)

    # --- doing it -----------------------------------------------------------------------------

    def run(self) -> None:
        new_texts = {}
        for module, source in self.sources.items():
            path = self._new_path(module, source)
            new_texts[source.path] = (path, self.rewritten(source))
        for path in [*self._tracked(*TEXTS), Path("Makefile"), Path(".ci/run")]:
            if path.name == "moves.toml":
                continue
            text = (self.root / path).read_text(encoding="utf-8")
            target = Path(self.files.get(str(path), str(path)))
            new_texts[path] = (
                target,
                self.in_words(text, self.everywhere, rules=path.name == "rules.toml"),
            )
        if self.trouble:
            print("\n".join(self.trouble))
            sys.exit(1)
        for old, target in self.files.items():
            if Path(old) not in new_texts:
                self._move(Path(old), Path(target))
        for old, (target, text) in new_texts.items():
            if old != target:
                self._move(old, target)
            now = self.root / target
            if now.read_text(encoding="utf-8") != text:
                now.write_text(text, encoding="utf-8", newline="\n")
        self._packages()

    def _new_path(self, module: str, source: Source) -> Path:
        new = self.modules.get(module, module).replace(".", "/")
        return Path(new, "__init__.py") if source.package else Path(new + ".py")

    def _move(self, old: Path, new: Path) -> None:
        (self.root / new).parent.mkdir(parents=True, exist_ok=True)
        if (self.root / new).exists():
            # Something else moves away from there first: step aside.
            aside = new.with_name(new.name + ".aside")
            subprocess.run(["git", "mv", str(new), str(aside)], cwd=self.root, check=True)
            self.aside[new] = aside
        real = self.aside.pop(old, old)
        subprocess.run(["git", "mv", str(real), str(new)], cwd=self.root, check=True)

    def _packages(self) -> None:
        for folder in sorted({p.parent for p in self._tracked(".py")}):
            top = folder.parts[0] if folder.parts else ""
            if top in (PACKAGE, "tests"):
                for each in [folder, *folder.parents]:
                    if each.parts and not (self.root / each / "__init__.py").exists():
                        name = each.name.replace("_", " ")
                        (self.root / each / "__init__.py").write_text(
                            f'"""{name.capitalize()}."""\n'
                        )


class Edits:
    """Replacements in one text, by the places the syntax tree gives."""

    def __init__(self, text: str) -> None:
        self.raw = text.encode()
        self.starts = [0]
        for line in self.raw.split(b"\n"):
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.changes: dict[tuple[int, int], bytes] = {}

    def add(self, node: ast.AST, new: str) -> None:
        start = self.starts[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]
        end = self.starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]
        self.changes[start, end] = new.encode()

    def at(self, line: int, column: int, old: str, new: str) -> None:
        start = self.starts[line - 1] + column
        found = self.raw.find(old.encode(), start)
        self.changes[found, found + len(old.encode())] = new.encode()

    def apply(self) -> str:
        raw = self.raw
        for (start, end), new in sorted(self.changes.items(), reverse=True):
            raw = raw[:start] + new + raw[end:]
        return raw.decode()


class Renaming(ast.NodeVisitor):
    """Every use of a renamed name in one module, scope by scope."""

    def __init__(self, mod: Codemod, source: Source, edits: Edits, local: dict[str, str]) -> None:
        self.mod, self.source, self.edits, self.local = mod, source, edits, local
        self.stack: list[set[str]] = []

    def run(self) -> None:
        self.visit(self.source.tree)

    def _shadowed(self, name: str) -> bool:
        return any(name in scope for scope in self.stack)

    def _rename(self, name: str, node: ast.AST) -> str | None:
        new = self.local.get(name)
        if new is None or self._shadowed(name):
            return None
        if self._shadowed(new):
            self.mod.trouble.append(
                f"{self.source.path}:{node.lineno}: {name} -> {new}, which is a local variable here"  # type: ignore[attr-defined]
            )
        return new

    def visit_Name(self, node: ast.Name) -> None:
        new = self._rename(node.id, node)
        if new:
            self.edits.add(node, new)

    def visit_Global(self, node: ast.Global) -> None:
        for name in node.names:
            if name in self.local:
                self.mod.trouble.append(f"{self.source.path}:{node.lineno}: global {name}")

    def visit_Attribute(self, node: ast.Attribute) -> None:
        dotted = dotted_name(node)
        if dotted and not self._shadowed(dotted.split(".")[0]):
            self._attribute(node, dotted)
        if dotted and dotted.startswith(PACKAGE + ".") and self._whole(node, dotted):
            return
        self.generic_visit(node)

    def _whole(self, node: ast.Attribute, dotted: str) -> bool:
        """`referee.a.b` written out in code, after `import referee.a.b`."""
        if dotted in self.mod.modules:
            self.edits.add(node, self.mod.modules[dotted])
            return True
        return False

    def _attribute(self, node: ast.Attribute, dotted: str) -> None:
        first, _, rest = dotted.partition(".")
        if first in self.source.imports and "." not in rest:
            module, name = self.source.imports[first]
            whole = f"{module}.{name}" if name else module
            if whole in self.mod.sources:
                new = self.mod.names.get(self.mod.origin(whole, rest))
                if new:
                    self.edits.at(
                        node.end_lineno, node.end_col_offset - len(rest.encode()), rest, new
                    )  # type: ignore[arg-type]
        else:
            module, _, name = dotted.rpartition(".")
            new = self.mod.names.get((module, name))
            if new:
                self.edits.at(node.end_lineno, node.end_col_offset - len(name.encode()), name, new)  # type: ignore[arg-type]

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._definition(node, "class")
        for outside in [*node.decorator_list, *node.bases, *node.keywords]:
            self.visit(outside)
        # What a class body binds (its fields) hides a module's name there, not in its methods.
        own = set(bound_in(node.body, imports=False))
        for each in node.body:
            if isinstance(each, FUNCTIONS):
                self.visit(each)
            else:
                self._scope(node, own, [each])

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._definition(node, "def")
        self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self._definition(node, "def")
        self._function(node)

    def _definition(
        self, node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef, word: str
    ) -> None:
        if node in self.source.tree.body or any(
            node in getattr(each, "body", [])
            for each in self.source.tree.body
            if isinstance(each, ast.If | ast.Try)
        ):
            new = self.local.get(node.name)
            if new:
                self.edits.at(node.lineno, node.col_offset + len(word), node.name, new)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._scope(node, {a.arg for a in arguments(node.args)}, [node.body])

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for outside in [*node.decorator_list, node.args, *([node.returns] if node.returns else [])]:
            self.visit(outside)
        own = {a.arg for a in arguments(node.args)} | set(bound_in(node.body, imports=False))
        self._scope(node, own, node.body)

    def visit_ListComp(self, node: ast.ListComp) -> None:
        self._comprehension(node)

    visit_SetComp = visit_DictComp = visit_GeneratorExp = visit_ListComp  # type: ignore[assignment]

    def _comprehension(self, node: ast.AST) -> None:
        own = {
            n.id
            for g in node.generators  # type: ignore[attr-defined]
            for n in ast.walk(g.target)
            if isinstance(n, ast.Name)
        }
        first = node.generators[0].iter  # type: ignore[attr-defined]
        self.visit(first)
        self.stack.append(own)
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.comprehension):
                for part in ast.iter_child_nodes(child):
                    if part is not first:
                        self.visit(part)
            else:
                self.visit(child)
        self.stack.pop()

    def _scope(self, _node: ast.AST, own: set[str], body: list[ast.AST] | list[ast.stmt]) -> None:
        self.stack.append(own)
        for each in body:
            self.visit(each)
        self.stack.pop()

    def visit_arg(self, node: ast.arg) -> None:
        if node.annotation:
            self._annotation(node.annotation)

    def visit_Assign(self, node: ast.Assign) -> None:
        if any(isinstance(target, ast.Name) and target.id == "__all__" for target in node.targets):
            for each in ast.walk(node.value):
                if isinstance(each, ast.Constant) and each.value in self.local:
                    self._quoted(each)
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self._annotation(node.annotation)
        self.visit(node.target)
        if node.value:
            self.visit(node.value)

    def _annotation(self, node: ast.AST) -> None:
        for each in ast.walk(node):
            if isinstance(each, ast.Constant) and a_type(each.value):
                self._quoted(each)
        self.visit(node)

    def _quoted(self, node: ast.Constant) -> None:
        raw = self.edits.raw
        start = self.edits.starts[node.lineno - 1] + node.col_offset
        end = self.edits.starts[(node.end_lineno or 1) - 1] + (node.end_col_offset or 0)
        text = raw[start:end].decode()
        new = re.sub(
            r"(?<![\w.])[A-Za-z_]\w*", lambda m: self.local.get(m.group(), m.group()), text
        )
        if new != text:
            self.edits.changes[start, end] = new.encode()

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and node.func.id in ("cast", "NewType", "TypeVar"):
            for each in node.args[:1]:
                if isinstance(each, ast.Constant) and isinstance(each.value, str):
                    self._quoted(each)
        self.generic_visit(node)


def arguments(args: ast.arguments) -> Iterator[ast.arg]:
    yield from [*args.posonlyargs, *args.args, *args.kwonlyargs]
    if args.vararg:
        yield args.vararg
    if args.kwarg:
        yield args.kwarg


def bound_in(body: list[ast.stmt], imports: bool = True) -> Iterator[str]:
    """The names that statements bind in their own scope."""
    pending: list[ast.AST] = list(body)
    while pending:
        node = pending.pop()
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name
            continue
        if isinstance(node, SCOPES):
            for each in ast.walk(node):  # a walrus binds outside its comprehension
                if isinstance(each, ast.NamedExpr) and isinstance(each.target, ast.Name):
                    yield each.target.id
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        if isinstance(node, ast.ExceptHandler) and node.name:
            yield node.name
        if isinstance(node, ast.MatchAs | ast.MatchStar) and node.name:
            yield node.name
        if isinstance(node, ast.MatchMapping) and node.rest:
            yield node.rest
        if hasattr(ast, "TypeAlias") and isinstance(node, ast.TypeAlias):
            yield node.name.id
        if imports and isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                yield (alias.asname or alias.name).split(".")[0]
        pending += ast.iter_child_nodes(node)


def a_type(text: object) -> bool:
    """Whether a string in an annotation is a type written out, not words about it."""
    if not isinstance(text, str):
        return False
    try:
        tree = ast.parse(text, mode="eval")
    except SyntaxError:
        return False
    return text[:1].isupper() and not any(isinstance(n, ast.Call) for n in ast.walk(tree))


def dotted_name(node: ast.AST) -> str | None:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        before = dotted_name(node.value)
        return f"{before}.{node.attr}" if before else None
    return None


def main() -> None:
    """Apply the map named on the command line to the tree this stands in."""
    with Path(sys.argv[1]).open("rb") as file:
        moves = tomllib.load(file)
    Codemod(Path.cwd(), moves).run()


if __name__ == "__main__":
    main()
