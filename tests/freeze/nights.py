"""Whole games in step: their record, what commands make of it, and what pages show of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.freeze import inputs, wishes
from tests.freeze.canonical import as_json, cleaned, digest, pretty, rows, spread
from tests.freeze.command import made, said
from tests.freeze.fixed import BOOKS, Items, text_of
from tests.freeze.plays import START, team_of

# How large a file is depends on how the disk was written to.
_MB = re.compile(r"\d+(\.\d+)? MB")
# What is exported, and the name of the file that it is written to.
_EXPORTS = {
    "tracks": "tracks.jsonl",
    "positions": "positions.csv",
    "mot": "mot",
    "calls": "calls.jsonl",
    "calls-csv": "calls.csv",
    "journal": "journal.csv",
    "plays": "plays.txt",
}
_TOO_LONG_TO_KEEP = frozenset({"tracks", "positions"})


def night(folder: Path, book: str, seed: int, a_quarter: int) -> Items:
    """A game of so many plays a quarter, and all that is made of it."""
    played = inputs.RecordedNight(book, seed, a_quarter, folder / "game")
    played.play()
    name = f"{book}-{a_quarter}"
    found = {
        f"game/{name}/journal": rows(played.journal()),
        f"game/{name}/calls": rows(played.calls),
        f"game/{name}/end": pretty(played.end()),
        f"page/{name}/told": rows(played.told),
        f"page/{name}/drawn": rows(played.drawn),
    }
    for table, column in (
        ("journal", "entry"),
        ("said", "said"),
        ("calls", "call"),
        ("power", "event"),
    ):
        kept = inputs.logged(folder / "game", table, column)
        found[f"record/{name}/{table}"] = as_json("\n".join(kept))
    found |= _commands(folder, name)
    found |= _judged_again(folder, name, book)
    return found | _pages(folder, name, played)


def _commands(folder: Path, name: str) -> Items:
    """The game as `referee game` and `referee review` show it."""
    at = f"night/{name}"
    found = {
        f"{at}/show": _MB.sub("? MB", said(folder, "game", "show", "game", "--plays")),
        f"{at}/show-json": _sized(said(folder, "game", "show", "game", "--plays", "--json")),
        f"{at}/list": _MB.sub("? MB", _sized(said(folder, "game", "list", ".", "--json"))),
        f"{at}/check": _MB.sub("? MB", said(folder, "game", "check", "game", "--json")),
        f"{at}/review": said(folder, "review", "game", "--list", "--json"),
        f"{at}/review-words": said(folder, "review", "game", "--list"),
        f"{at}/teams": text_of(folder / "game" / "game.teams.toml", folder),
        f"{at}/camera": text_of(folder / "game" / "camera.calib.json", folder),
    }
    for what, file in _EXPORTS.items():
        told = made(folder, "game", "export", "game", what, "--out", file)
        found[f"{at}/export-{what}"] = told + "".join(_written(folder / file, what))
    for kind in ("md", "csv"):
        made(folder, "game", "export", "game", "plays", "--out", f"plays.{kind}")
        found[f"{at}/plays-{kind}"] = text_of(folder / f"plays.{kind}", folder)
    made(folder, "game", "sheet", "game", "--html", "sheet.html", "--pdf", "sheet.pdf")
    found[f"{at}/sheet"] = text_of(folder / "sheet.html", folder)
    found[f"{at}/sheet-pdf"] = digest((folder / "sheet.pdf").read_bytes()) + "\n"
    return found


def _sized(text: str) -> str:
    """The same without how large the files are."""
    return re.sub(r'("size_bytes": )\d+', r"\1 0", text)


def _written(path: Path, what: str) -> Iterator[str]:
    files = sorted(path.rglob("*")) if path.is_dir() else [path]
    for file in files:
        if not file.is_file():
            continue
        data = file.read_bytes()
        short = what not in _TOO_LONG_TO_KEEP and len(data) < 300_000
        shown = data.decode("utf-8") if short else digest(data) + "\n"
        yield f"--- {file.relative_to(path.parent).as_posix()}\n{shown}"


def _judged_again(folder: Path, name: str, book: str) -> Items:
    """The positions that the eyes measured, judged anew by this rulebook and by the next one."""
    other = BOOKS[(BOOKS.index(book) + 1) % len(BOOKS)]
    lines = [
        f"  - {{at: {t_s:.4f}, phase: run, team: {team_of(who)}, carrier: {who}}}"
        for t_s, who in _stretches(folder / "tracks.jsonl")
    ]
    (folder / "state.yaml").write_text("\n".join([START, "script:", *lines]) + "\n", "utf-8")
    words = ("tracks.jsonl", "--state", "state.yaml", "--rules", book)
    return {
        f"tracks/{name}/judged": said(folder, "judge", *words, "--json"),
        f"tracks/{name}/against-{other}": said(
            folder, "rejudge", *words, "--against", other, "--json"
        ),
    }


def _stretches(tracks_file: Path) -> Iterator[tuple[float, str]]:
    """Whenever the power comes on: when, and a player; each time the next of those who stand."""
    count, before = 0, False
    for line in tracks_file.read_text("utf-8").splitlines()[1:]:
        seen = json.loads(line)
        power = bool(seen["power"])
        standing = sorted(base["id"] for base in seen["bases"] if base.get("id"))
        if power and not before and standing:
            yield seen["t_ns"] / 1e9, standing[(5 * count + 3) % len(standing)]
            count += 1
        before = power


def _pages(folder: Path, name: str, played: inputs.RecordedNight) -> Items:
    """The routes of the night's page, and what each answers at the end of the game."""
    desk = played.desk()
    made_app = inputs.night_web_app(desk, folder)
    found = {"web/routes": pretty(inputs.routes_of(made_app))}
    at = f"web/{name}"
    with inputs.page_of(made_app) as page:
        for path, methods in inputs.routes_of(made_app).items():
            if "GET" not in methods or "{" in path:
                continue
            answer = page.get(path)
            kind = answer.headers.get("content-type", "")
            if path in {"/sheet", "/sheet.pdf"} or kind.startswith("application/json"):
                found[f"{at}{_file(path)}"] = _answer(answer, folder)
            else:
                found[f"static{_file(path)}"] = _answer(answer, folder)
        for entry in page.get("/review.json").json()["flags"]:
            number = entry["number"]
            found[f"{at}/review-{number}"] = _answer(page.get(f"/review/{number}.json"), folder)
            for ruling in ("upheld", "overturned"):
                asked = {"ruling": ruling, "instead": "", "entries": len(played.journal())}
                answer = page.post(f"/review/{number}/preview", json=asked)
                found[f"{at}/review-{number}-{ruling}"] = _answer(answer, folder)
        found[f"{at}/wishes"] = rows(wishes.noted(page, desk))
        found[f"{at}/unpaired"] = rows(wishes.unpaired(page))
        for line in ("night", "score"):
            found[f"{at}/line-{line}"] = rows(_line(page, line))
    return found


def _file(path: str) -> str:
    return path.rstrip("/") or "/index"


def _answer(answer: Any, folder: Path) -> str:
    kind = answer.headers.get("content-type", "")
    head = f"{answer.status_code} {kind}\n"
    if "json" in kind:
        return head + cleaned(spread(answer.json()), folder)
    if kind.startswith(("text/", "image/svg")):
        return head + cleaned(_DAY.sub("DAY", answer.text), folder)
    return head + digest(_PDF_DAY.sub(b"DAY", answer.content)) + "\n"


# The sheet of a game that runs has the day of today on it.
_DAY = re.compile(r"\b20\d\d-\d\d-\d\d\b")
_PDF_DAY = re.compile(rb"20\d\d-\d\d-\d\d")


def _line(page: Any, line: str) -> Iterator[Any]:
    """What a page is told when it opens its line: the night, and its newest moment."""
    with page.websocket_connect(f"{inputs.LINE}/{line}", headers={"origin": inputs.PAGE}) as open_:
        wanted = ["about", "state"]
        while wanted:
            message = open_.receive()
            if message.get("text") is None:
                continue
            told = json.loads(message["text"])
            if told["kind"] == wanted[0]:
                wanted.pop(0)
                yield told
