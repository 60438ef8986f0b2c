"""All that the proof imports from inside the program, so that a renaming has one file to rewrite.

What a command gives is asked of the command (`tests.freeze.command`). Here is the rest: the calls
of a case with every field, a night in step with its record, and what pages are told of it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import Any

import numpy as np
import typer
from fastapi import FastAPI
from fastapi.testclient import TestClient

from referee.camera.calibration import Calibration, write_calibration
from referee.camera.frame_source import Frame
from referee.cases.case_result import judge_case
from referee.cli.main import COMMANDS, app, command_of
from referee.cli.set_up import calibrate
from referee.game.journal_rows import entry_to_row
from referee.loaders.cases import find_cases, read_cases
from referee.loaders.rulebook_copy import copy_rulebook
from referee.loaders.teams_text import write_teams
from referee.night.interface import NightInfo, ObservedFrame, StartProgress
from referee.night.ledger.record_keeper import RecordKeeper
from referee.night.night_output import NightOutput
from referee.night.screen.snapshot import Snapshot
from referee.official.outcome import PlayNotice
from referee.record.calls_file import call_values
from referee.record.game.game_folder import CALIBRATION_FILE, TEAMS_FILE
from referee.record.game.game_store import GameStore
from referee.review.source.recorded_game import RecordedGame
from referee.sim.coach.table.lockstep_night import COLOURS, NAMES, LockstepNight, NightSetup
from referee.web.night.night_app import night_app
from referee.web.night.night_json import LinkedPages, about_night, frame_head
from referee.web.night.page_updates import PageUpdates, SpokenLines
from referee.web.night.play_log import PlayLog
from referee.web.night.score_sheet import add_sheet
from referee.web.night.snapshot_json import snapshot_json
from referee.web.night.spoken_words import add_spoken
from referee.web.review.review_page import add_review
from referee.web.server.page_access import PageAccess
from referee.web.setup.setup_page import add_setup
from tests.freeze.canonical import values_of
from tests.teams_files import teams_file_of
from tests.web.arounds import around_in, files_in

__all__ = ["app"]
BEGAN = "2026-01-02T03:04:05Z"
TOP_MM = 3.0
TOKEN = "the-token"  # noqa: S105 - of a page that nobody else can reach
PORT = 8620
PAGE, LINE = f"http://127.0.0.1:{PORT}", f"ws://127.0.0.1:{PORT}"
# Twice a second of the game, and whenever the journal grows, the page is asked what it shows.
MOMENT_EVERY = 15


def commands() -> Iterator[tuple[str, ...]]:
    """The words of every command and every group of commands."""
    yield ()
    for name in sorted(COMMANDS):
        yield from _below((name,), command_of(name))
    for name in sorted(calibrate.PARTS):
        yield ("calibrate", name)


def _below(words: tuple[str, ...], command: Any) -> Iterator[tuple[str, ...]]:
    yield words
    if words != ("calibrate",):
        for name, inner in sorted(getattr(command, "commands", {}).items()):
            yield from _below((*words, name), inner)


def options_of(words: tuple[str, ...]) -> list[Any]:
    """What can be typed after a command, and the defaults, without the sentences about them."""
    command: Any = typer.main.get_command(app)
    for word in words:
        context = command.make_context(word, [], resilient_parsing=True)
        _, command, _ = command.resolve_command(context, [word])
    return [
        [_option_words(each), each.required, each.nargs, _plain_default(each.default)]
        for each in command.params
    ]


def _option_words(parameter: Any) -> list[str]:
    """What is typed for it; an argument has no word of its own."""
    words = [*parameter.opts, *parameter.secondary_opts]
    return [word for word in words if word.startswith("-")]


def _plain_default(default: Any) -> Any:
    plain = default.value if isinstance(default, Enum) else default
    return plain if plain is None or isinstance(plain, (bool, int, float, str)) else str(plain)


def case_files(folder: Path) -> list[Path]:
    """The files of cases in a folder and below it."""
    return find_cases([folder])


def judged_cases(path: Path) -> Iterator[tuple[str, dict[str, Any], Any]]:
    """Each case of a file: its name, its calls with the state after it, where the play stands."""
    for case in read_cases(path):
        found = judge_case(case)
        calls = [call_values(call) for call in found.calls]
        yield (
            case.name,
            {"calls": calls, "state": values_of(found.state)},
            _notice(found.notice),
        )


def _notice(at: PlayNotice) -> dict[str, Any]:
    return {
        "period": values_of(at.step),
        "phase": values_of(at.phase),
        "team": values_of(at.team),
        "carrier": at.carrier,
        "switch": values_of(at.switch),
        "power": at.power,
        "off_ns": at.off_ns,
        "pulse_ns": at.pulse_ns,
        "turns": at.turns,
        "plays": values_of(at.plays),
        "sentences": list(at.sentences),
        "asks": [[ask.what, ask.sentence, ask.default] for ask in at.asks],
    }


def copy_rules(path: Path, folder: Path) -> None:
    """A house rulebook as it is put into the folder of a game."""
    copy_rulebook(path, folder)


class StillDesk:
    """A night at an instant: what pages wish is noted and answered with nothing."""

    def __init__(self, night: LockstepNight, folder: Path | None) -> None:
        self.about: NightInfo | None = replace(night.about, folder=folder)
        self.snapshot: Snapshot | None = night.snapshot
        self.now_ns = night.now_ns
        self.doing = StartProgress("running", 1.0)
        seen = night.runner.shot
        picture = np.zeros((2, 2, 3), np.uint8)
        self.shot = seen and ObservedFrame(
            Frame(seen.frame.t_ns, picture, seen.frame.sequence), seen.observation
        )
        self.wished: list[Any] = []

    def submit(
        self, command: Any, reply: Callable[[NightOutput], None] = lambda _orders: None
    ) -> None:
        """Note it."""
        self.wished.append(values_of(command))
        reply(NightOutput())

    def listen(self, hear: Callable[[NightOutput], None]) -> None:
        """Nothing is said any more."""


class SteppedDesk:
    """A game in step, some seconds after its beginning; each wish is obeyed with the next frame."""

    def __init__(self, rulebook: str, seed: int, at_s: float) -> None:
        self._night = LockstepNight(NightSetup(rulebook, seed, 1))
        self.about: NightInfo | None = self._night.about
        self.doing = StartProgress("running", 1.0)
        self.shot: ObservedFrame | None = None
        self.trouble = ""
        while self._night.now_ns < at_s * 1e9:
            self._night.step()

    @property
    def snapshot(self) -> Snapshot | None:
        """The newest moment."""
        return self._night.snapshot

    @property
    def now_ns(self) -> int:
        """The time of the board."""
        return self._night.now_ns

    def submit(
        self, command: Any, reply: Callable[[NightOutput], None] = lambda _orders: None
    ) -> None:
        """Obey it."""
        self._night.submit(command, reply)
        try:
            self._night.runner.step()
        except Exception as error:  # noqa: BLE001 - a night says it, and goes on with the next frame
            self.trouble = str(error)

    def listen(self, hear: Callable[[NightOutput], None]) -> None:
        """Be told of what people should hear."""
        self._night.listen(hear)

    def moment(self) -> dict[str, Any]:
        """What a page shows now, without what moves by itself."""
        now, about = self.snapshot, self.about
        if now is None or about is None:
            return {}
        told = dict(snapshot_json(now, about, self.now_ns))
        told |= {"entries": len(now.entries), "trouble": self.trouble}
        moves = ("number", "age_ms", "stale_ms", "pieces", "numbers", "count_ms", "engaged")
        return {key: value for key, value in told.items() if key not in moves}


class RecordedNight:
    """A whole game in step, recorded as any game is; ``told`` is what a page was told of it."""

    def __init__(self, rulebook: str, seed: int, a_quarter: int, folder: Path) -> None:
        self.folder = folder
        about = {"title": "Away at Home", "rulebook": rulebook, "field": "620", "fps": 30.0}
        self._store = GameStore.new(folder, {**about, "simulated": True})
        self._store.session(BEGAN, 0)
        self.night = LockstepNight(
            NightSetup(rulebook, seed, a_quarter), keeping=RecordKeeper(self._store, 0)
        )
        self._store.entries(self.night.night.ledger.journal.entries)
        self._explain()
        self.calls: list[dict[str, Any]] = []
        self._spoken = SpokenLines()
        self.night.listen(self._hear)
        self.told: list[Any] = []
        self.drawn: list[Any] = []

    def play(self) -> None:
        """To the final whistle."""
        night, about = self.night, self.night.about
        news = PageUpdates(about, self._spoken, PlayLog(about))
        self.told.append(about_night(about, LinkedPages({"/review": "Review"}, sound=True)))
        frames = entries = 0
        while not night.over:
            night.step()
            frames += 1
            now = night.snapshot
            if now is None or (frames % MOMENT_EVERY and len(now.entries) == entries):
                continue
            entries = len(now.entries)
            self.told.append(snapshot_json(now, about, night.now_ns) | {"news": news.since(now)})
            if night.runner.shot is not None and frames % (10 * MOMENT_EVERY) == 0:
                shot = night.runner.shot
                self.drawn.append(frame_head(shot, about, now.state, night.now_ns))
        self._store.flush()
        self._store.close()

    def journal(self) -> list[Any]:
        """Every entry as it is written into a file."""
        return [entry_to_row(each) for each in self.night.night.ledger.journal.entries]

    def end(self) -> Any:
        """The state after the last play."""
        return values_of(self.night.night.state)

    def desk(self) -> StillDesk:
        """The night as it stands, for pages."""
        return StillDesk(self.night, self.folder)

    def _hear(self, orders: NightOutput) -> None:
        self._spoken.hear(orders)
        self.calls += [call_values(call) for call in orders.calls]

    def _explain(self) -> None:
        """Camera and teams beside the record, as a night writes them."""
        about = self.night.about
        seen = Calibration(about.camera, TOP_MM, about.field, "simulated camera")
        write_calibration(self.folder / CALIBRATION_FILE, seen)
        write_teams(self.folder / TEAMS_FILE, teams_file_of(about.roster, NAMES, COLOURS))


def logged(folder: Path, table: str, column: str) -> list[str]:
    """A table of a game's record: the column with the JSON, a text for each row."""
    with sqlite3.connect(f"file:{folder / 'game.sqlite'}?mode=ro", uri=True) as database:
        names = [str(name) for (name,) in database.execute("SELECT name FROM sqlite_master")]
        if table not in names:
            raise LookupError(f"{folder}: no table {table}; there are {', '.join(names)}")
        query = f"SELECT {column} FROM {table} ORDER BY number"  # noqa: S608 - fixed words
        found = [str(text) for (text,) in database.execute(query)]
    database.close()
    return found


def night_web_app(desk: StillDesk, folder: Path) -> FastAPI:
    """The page of a night with everything that is added to it."""
    access = PageAccess(PORT, TOKEN)
    made = night_app(desk, access)
    add_review(made, access, RecordedGame(desk.about.folder))
    add_sheet(made, access, desk)
    files_in(folder / "files")
    add_setup(made, access, around_in(folder))
    add_spoken(made, access, desk)
    return made


def wishing_app(desk: SteppedDesk) -> FastAPI:
    """The page of a night with the routes that wishes come in by."""
    access = PageAccess(PORT, TOKEN)
    made = night_app(desk, access)
    add_spoken(made, access, desk)
    return made


@contextmanager
def page_of(made: FastAPI) -> Iterator[TestClient]:
    """A browser that is paired."""
    headers = {"origin": PAGE, "x-referee-token": TOKEN}
    with TestClient(made, base_url=PAGE, headers=headers) as client:
        yield client


def routes_of(made: FastAPI) -> Mapping[str, list[str]]:
    """Every path with its methods."""
    found: dict[str, list[str]] = {}
    for route in made.routes:
        methods = getattr(route, "methods", None) or {"WEBSOCKET"}
        path = str(getattr(route, "path", ""))
        found[path] = sorted({*found.get(path, []), *methods})
    return found
