"""Everything `referee play` does once its options are read: a night, its page, its helpers."""

from __future__ import annotations

import logging
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol

import typer
from fastapi import FastAPI

from referee.apps.doctor.fault_report import fault_report, quiet_findings
from referee.apps.play.night_log import NightLog, ended_threads_told
from referee.apps.play.setup import setup_reach
from referee.apps.play.slow_table import SlowTable
from referee.apps.terminal.error_sentences import complain
from referee.apps.terminal.page_options import PageOptions
from referee.apps.terminal.progress import progress_bar
from referee.apps.terminal.shown_page import ShownPage
from referee.core.errors import BadValue
from referee.night.failures import words_of
from referee.night.gate import SWITCHED_OFF
from referee.night.input.coach_keys import reading_keys
from referee.night.input.key_table import KeyTable
from referee.night.interface import NightInterface
from referee.night.night_output import NightOutput
from referee.night.sound.announcer import Announcer, announcer_for
from referee.night.start.assembly import assemble_night
from referee.night.start.equipment import Equipment, ProgressReporter
from referee.night.start.games_folder import games_folder
from referee.night.start.night_session import NightSession, Report
from referee.night.start.plan import NightPlan
from referee.power.kept_awake import kept_awake
from referee.review.source.live_game import LiveGame
from referee.system_clock import clock_s
from referee.voice.settings import VoiceSettings
from referee.web.night.night_app import night_app
from referee.web.night.page_sound import add_sound
from referee.web.night.score_sheet import add_sheet
from referee.web.night.spoken_words import add_spoken
from referee.web.night.table_hands import TableHands, add_hands
from referee.web.report.report_page import add_report
from referee.web.review.review_page import add_review
from referee.web.server.page_access import PageAccess
from referee.web.setup.setup_page import add_setup

LOOK_S = 0.1
BROKEN = 1

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """Where the page is, how the referee sounds, and which keys it listens to."""

    page: PageOptions
    voice: VoiceSettings
    keys: KeyTable


class NightTable(Protocol):
    """The table that is played on, real or simulated."""

    @property
    def words(self) -> str:
        """What is about to be seen."""

    @property
    def helped(self) -> bool:
        """Whether somebody at the table moves figures for the page."""

    @property
    def hands(self) -> TableHands | None:
        """That somebody; None until the night runs, or where nobody does."""

    def open(self, say: ProgressReporter) -> Equipment:
        """Camera, switch and teams."""

    def begun(self, desk: NightInterface, report: Report) -> Callable[[], None]:
        """The night runs, so a coach at the table may begin. Returns what ends that coach.

        ``report`` is told when the coach stops because of an error.
        """


def run_night(plan: NightPlan, table: NightTable, shown: PlayOptions, kept: str = "") -> None:
    """Officiate until Ctrl-C. ``kept`` says what becomes of a game that is not kept as usual."""
    # A game that goes away with the program must not take its log along.
    with NightLog(None if kept else plan.folder) as log, _errors_logged(log):
        _run_night(plan, table, shown, kept, log)


def _run_night(
    plan: NightPlan, table: NightTable, shown: PlayOptions, kept: str, log: NightLog
) -> None:
    page = ShownPage.claim(shown.page)
    evening = NightSession(
        table.open, partial(assemble_night, plan), where=log.where, complain=complain
    )
    # A request to end is obeyed as cleanly as Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with ExitStack() as helpers:
        helpers.enter_context(kept_awake())
        helpers.enter_context(ended_threads_told(evening.report))
        helpers.callback(evening.close)
        announcer = announcer_for(evening, shown.voice, typer.echo)
        helpers.callback(announcer.close)
        evening.listen(_tell_switched_off)
        app = _app(evening, page.access, plan, announcer)
        add_report(app, page.access, lambda _game: _report(evening, log))
        if table.helped:
            add_hands(app, page.access, evening, lambda: table.hands)

        def begin() -> None:
            announcer.start()  # after the address: it may have something to complain about
            helpers.enter_context(reading_keys(evening, shown.keys, typer.echo))
            evening.start()
            follow = threading.Thread(
                target=_follow, args=(evening, table, helpers), name="start", daemon=True
            )
            follow.start()

        page.show(app, "Referee's page", f"{kept or _kept(plan)}\n{table.words}", begin)
    typer.echo("Stopped; the board is off.")


@contextmanager
def _errors_logged(log: NightLog) -> Iterator[None]:
    """An unexpected error is a sentence for people and a traceback in the log."""
    try:
        yield
    except (BadValue, OSError):
        raise  # the command says it in a sentence of its own
    except Exception as error:
        logger.exception("The program has stopped.")
        complain(f"The program has stopped because of {words_of(error)}. {log.where()}")
        raise typer.Exit(BROKEN) from None


def _app(
    evening: NightSession, access: PageAccess, plan: NightPlan, announcer: Announcer
) -> FastAPI:
    """The page with everything that belongs to it."""
    app = night_app(evening, access)
    add_sound(app, announcer.speaker)
    if plan.folder is not None:
        add_review(app, access, LiveGame(evening))
    add_sheet(app, access, evening)
    add_setup(app, access, setup_reach(evening))
    add_spoken(app, access, evening)
    return app


def _report(evening: NightSession, log: NightLog) -> bytes:
    """The log of this night for a report of a fault."""
    about = evening.about
    settings: dict[str, object] = {}
    if about is not None:
        settings = {
            "rulebook": about.rulebook.name,
            "field": about.field.name,
            "fps": about.fps,
            "simulated": about.simulated,
        }
    return fault_report(log.files(), settings, quiet_findings((games_folder(), Path.cwd())))


def _tell_switched_off(output: NightOutput) -> None:
    """Whoever switched off, and wherever: whoever sits at the terminal reads it too."""
    if SWITCHED_OFF.sentence in output.says:
        typer.echo(SWITCHED_OFF.sentence)


def _kept(plan: NightPlan) -> str:
    if plan.folder is None:
        return "Nothing is kept."
    how = "goes on" if plan.resume else "is kept"
    return f"The game {how} in {plan.folder}"


def _follow(evening: NightSession, table: NightTable, helpers: ExitStack) -> None:
    """Show the start, then let the table begin."""
    began_s = clock_s()
    with progress_bar() as bar:
        task = bar.add_task("starting", total=1.0, note="")
        while evening.doing.done < 1.0 and not evening.doing.trouble:
            doing = evening.doing
            bar.update(task, description=doing.words, completed=doing.done)
            time.sleep(LOOK_S)
    if evening.doing.trouble:
        complain(evening.doing.trouble)
        return
    typer.echo(f"Ready (started in {clock_s() - began_s:.0f} s).")
    helpers.callback(table.begun(evening, evening.report))
    if evening.speed is not None:
        helpers.enter_context(SlowTable(lambda: evening.speed, typer.echo))
