"""Everything `referee` does without a command: the page with games, a new one, the set-up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from referee.apps.doctor.fault_report import fault_report, logs_of, quiet_findings
from referee.apps.games.open_flags import games_in
from referee.apps.home.started_runs import StartedRuns
from referee.apps.play.setup import setup_reach
from referee.apps.terminal.page_options import PageOptions
from referee.apps.terminal.shown_page import ShownPage
from referee.core.errors import BadValue
from referee.night.start.games_folder import games_folder
from referee.night.start.plan_file import PLAN_ENDING
from referee.record.game.database import game_in_use
from referee.record.game.game_folder import read_game
from referee.web.home.home_page import HomeGame, StartedProgram, StartKind, home_app


class Home:
    """What the page reaches on this computer."""

    def __init__(self, folder: Path, runs: StartedRuns) -> None:
        self._folder, self._runs = folder, runs

    @property
    def games_folder(self) -> Path:
        """Where the games are."""
        return self._folder

    def games(self) -> Sequence[HomeGame]:
        """Every game that was kept, the newest first."""
        if not self._folder.is_dir():
            return ()
        found = [
            HomeGame(
                game.folder.name,
                game.title,
                game.when,
                game.score,
                game.phase,
                game.flagged,
                game.trouble,
                game_in_use(game.folder),
            )
            for game in games_in(self._folder)
            if game.folder != self._folder
        ]
        return sorted(found, key=lambda game: (game.when, game.name), reverse=True)

    def plans(self) -> Sequence[str]:
        """The names of the plans, by name."""
        if not self._folder.is_dir():
            return ()
        plans = self._folder.glob(f"*{PLAN_ENDING}")
        return sorted(path.name.removesuffix(PLAN_ENDING) for path in plans if path.is_file())

    def started(self) -> Sequence[StartedProgram]:
        """What was started here."""
        return self._runs.listed()

    def start(self, kind: StartKind, what: str, rules: str) -> int:
        """Start something; its words are those of the command."""
        return self._runs.start(kind, what, self.words(kind, what, rules))

    def words(self, kind: StartKind, what: str, rules: str) -> list[str]:
        """The command that is started, without the name of the program."""
        match kind:
            case StartKind.BY_HAND:
                return ["play", "--sim", "--by-hand", "--rules", rules]
            case StartKind.WATCH:
                return ["demo", "--rules", rules]
            case StartKind.PLAN:
                return ["play", str(self._folder / f"{what}{PLAN_ENDING}")]
            case StartKind.GO_ON:
                return ["play", "--resume", str(self._folder / what)]
            case StartKind.REVIEW:
                return ["review", str(self._folder / what)]

    def report(self, folder: Path) -> bytes:
        """The log of a game, its settings, and what the doctor says."""
        try:
            with read_game(folder) as game:
                settings = dict(game.about)
        except BadValue as error:
            settings = {"rulebook": str(error)}  # a broken game is what a report may be about
        findings = quiet_findings((self._folder, Path.cwd()))
        return fault_report(logs_of(folder), settings, findings)

    def stop(self, number: int) -> None:
        """Stop what was started."""
        self._runs.stop(number)


def run_home(options: PageOptions) -> None:
    """Show the page until Ctrl-C; then everything that was started from it ends."""
    page = _claimed(options)
    runs = StartedRuns()
    try:
        app = home_app(page.access, Home(games_folder(), runs), replace(setup_reach(), home=True))
        page.show(app, "Referee", "Games, a new one, and the set-up are on this page.")
    finally:
        runs.close()


def _claimed(options: PageOptions) -> ShownPage:
    """The usual port, or any free one: whoever types no option has none to change."""
    try:
        return ShownPage.claim(options)
    except BadValue:
        return ShownPage.claim(replace(options, port=0))
