"""Whole games in step: their record, what commands make of it, and what pages show of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.freeze import inputs
from tests.freeze.canonical import as_json, cleaned, digest, pretty, rows
from tests.freeze.command import made, said
from tests.freeze.fixed import BOOKS, Items, text_of

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
        f"  - {{at: {t_s:.4f}, phase: run, carrier: {who}}}"
        for t_s, who in _stretches(folder / "tracks.jsonl")
    ]
    start = "start: {team: home, ball: [300, 225], to_gain: 372.2, down: 1}\nscript:\n"
    (folder / "state.yaml").write_text(start + "\n".join(lines) + "\n", "utf-8")
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
    made_app = inputs.night_app(desk, folder)
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
        found[f"{at}/wishes"] = rows(_wishes(page, desk))
        found[f"{at}/unpaired"] = rows(_unpaired(page))
        for line in ("night", "score"):
            found[f"{at}/line-{line}"] = rows(_line(page, line))
    return found


def _file(path: str) -> str:
    return path.rstrip("/") or "/index"


def _answer(answer: Any, folder: Path) -> str:
    kind = answer.headers.get("content-type", "")
    head = f"{answer.status_code} {kind}\n"
    if "json" in kind:
        return head + cleaned(pretty(answer.json()), folder)
    if kind.startswith(("text/", "image/svg")):
        return head + cleaned(_DAY.sub("DAY", answer.text), folder)
    return head + digest(_PDF_DAY.sub(b"DAY", answer.content)) + "\n"


# The sheet of a game that runs has the day of today on it.
_DAY = re.compile(r"\b20\d\d-\d\d-\d\d\b")
_PDF_DAY = re.compile(rb"20\d\d-\d\d-\d\d")
_PLAIN = ("ready", "wait", "undo", "clear", "decline", "off", "stop", "names are right")
_SAID: tuple[dict[str, Any], ...] = (
    {"what": "named", "play": "run", "carrier": "H22"},
    {"what": "named", "play": "sweep"},
    {"what": "aimed", "receiver": "H88", "target": {"x_mm": 400.0, "y_mm": 100.0}},
    {"what": "aimed", "passer": "H12", "stick": "red", "backward": True},
    {"what": "taken up"},
    {"what": "handed", "to": "H40"},
    {"what": "pitched", "to": "H40"},
    {"what": "lateraled", "to": "H40"},
    {"what": "thrown", "to": "H88", "hit": "A24"},
    {"what": "thrown", "to": "H88", "hit": "board"},
    {"what": "ball lies", "at": {"x_mm": 400.0, "y_mm": 100.0}},
    {"what": "ball lies"},
    {"what": "rolled", "roll": "recovery", "pips": [3, 4], "team": "home"},
    {"what": "answered", "to": "touchback", "answer": "yes"},
    {"what": "put", "phase": "run", "carrier": "H22"},
    {"what": "put", "period": "return", "team": "away"},
    {"what": "handed", "to": "H99"},
)
_ENTERED: tuple[dict[str, Any], ...] = (
    {"what": "started", "rulebook": "efhl", "kicks": "home", "home_plays": "left"},
    {"what": "series", "team": "away", "at": {"x_mm": 200.0, "y_mm": 100.0}, "play": "punt"},
    {"what": "series", "team": "away", "at": {"x_mm": 9999.0, "y_mm": 100.0}},
    {"what": "play", "how": "tackle", "team": "home", "at": {"x_mm": 300.0, "y_mm": 99.0}},
    {"what": "scored", "how": "touchdown", "team": "home"},
    {"what": "scored", "how": "field goal", "team": "home"},
    {"what": "no good", "team": "home", "kicked": True},
    {"what": "again"},
    {"what": "quarter"},
    {"what": "note", "words": "a new ball"},
)
_MORE: tuple[dict[str, Any], ...] = (
    {"do": "by itself", "wanted": True},
    {"do": "stop", "by": "defense"},
    {"do": "overturn", "entry": 2, "why": "seen otherwise"},
    {"do": "overturn", "entry": 999, "why": "seen otherwise"},
    {"do": "overturn", "entry": 3, "why": "it counts", "instead": _ENTERED[4]},
    {"do": "swap", "first": "H22", "second": "H40"},
    {"do": "answer", "doubt": 1, "standing": ["H22"]},
    {"do": "correct", "role": "center", "player": "H54"},
    {"do": "penalty", "team": "home", "yards": 5.0},
    {"do": "note", "words": "offside"},
    {"do": "not meant", "number": 1},
    {"do": "take", "sentence": "no such offer"},
    {"do": "dance"},
)
_SPOKEN = ("stop", "ready", "run", "pass to eighty eight", "touchdown", "undo", "hocus pocus")


def _wishes(page: Any, desk: inputs.StillDesk) -> Iterator[Any]:
    """Each wish of a page with the answer, and what it became for the night."""
    asked: list[tuple[str, Any]] = [("/wish", {"do": word}) for word in _PLAIN]
    asked += [("/wish", {"do": "say", "said": words}) for words in _SAID]
    asked += [("/wish", {"do": "enter", "event": event}) for event in _ENTERED]
    asked += [("/wish", wish) for wish in _MORE]
    asked += [("/spoken", {"words": words, "certainty": 0.9}) for words in _SPOKEN]
    for path, body in asked:
        desk.wished.clear()
        answer = page.post(path, json=body)
        yield [path, body, answer.status_code, _detail(answer), list(desk.wished)]


def _detail(answer: Any) -> Any:
    """The answer; of a form that was refused, where it is wrong."""
    told = answer.json()
    if isinstance(told.get("detail"), list):
        return [[each["loc"], each["type"]] for each in told["detail"]]
    return told


def _unpaired(page: Any) -> Iterator[Any]:
    """What a page that is not paired, or another site's, may not."""
    for path, body in (("/wish", {"do": "ready"}), ("/wish", {"do": "off"}), ("/pair", {})):
        answer = page.post(path, json=body, headers={"x-referee-token": "another"})
        yield [path, body, answer.status_code, answer.json()]
        answer = page.post(path, json=body, headers={"origin": "http://elsewhere.example"})
        yield [path, body, answer.status_code, answer.text]


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
