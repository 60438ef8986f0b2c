"""Everything `referee play` does once its options are read: a night, its page, its helpers."""

from __future__ import annotations

import logging
import signal
import threading
import time
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Protocol

import typer
from fastapi import FastAPI

from referee.apps.play.night_log import NightLog, ended_threads_told
from referee.apps.play.setup import setup_reach
from referee.apps.terminal.progress import progress_bar
from referee.core.errors import BadValue
from referee.night.failures import words_of
from referee.night.input.coach_keys import reading_keys
from referee.night.input.key_table import KeyTable
from referee.night.interface import NightInterface
from referee.night.sound.announcer import Announcer, announcer_for
from referee.night.start.assembly import assemble_night
from referee.night.start.equipment import Equipment, ProgressReporter
from referee.night.start.night_session import NightSession, Report
from referee.night.start.plan import NightPlan
from referee.review.source.live_game import LiveGame
from referee.system_clock import clock_s
from referee.voice.settings import VoiceSettings
from referee.web.night.night_app import night_app
from referee.web.night.page_sound import add_sound
from referee.web.night.score_sheet import add_sheet
from referee.web.night.spoken_words import add_spoken
from referee.web.review.review_page import add_review
from referee.web.server.home_network import home_address
from referee.web.server.page_access import PageAccess
from referee.web.server.page_server import claim_ports, serve
from referee.web.setup.setup_page import add_setup

LOOK_S = 0.1
BROKEN = 1

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """Where the page is, who may reach it, how the referee sounds, and which keys he hears."""

    port: int
    browser: bool
    lan: bool
    voice: VoiceSettings
    keys: KeyTable


class NightTable(Protocol):
    """The table that is played on, real or simulated."""

    @property
    def words(self) -> str:
        """What is about to be seen."""

    def open(self, say: ProgressReporter) -> Equipment:
        """Camera, switch and teams."""

    def begun(self, desk: NightInterface, report: Report) -> Callable[[], None]:
        """The night runs: whoever sits at the table may begin. Returns how to send them home.

        ``report`` is told when they stop because of an error.
        """


def run_night(plan: NightPlan, table: NightTable, shown: PlayOptions, kept: str = "") -> None:
    """Officiate until Ctrl-C. ``kept`` says what becomes of the game, if not what one expects."""
    # A game that goes away with the program must not take its log along.
    with NightLog(None if kept else plan.folder) as log, _errors_logged(log):
        _run_night(plan, table, shown, kept, log)


def _run_night(
    plan: NightPlan, table: NightTable, shown: PlayOptions, kept: str, log: NightLog
) -> None:
    lan = home_address() if shown.lan else None
    listening = claim_ports(shown.port, lan)
    access = PageAccess(listening[0].getsockname()[1], lan=lan)
    evening = NightSession(
        table.open, partial(assemble_night, plan), where=log.where, complain=_complain
    )
    # Whoever asks it to end gets the same clean end as Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with ExitStack() as helpers:
        helpers.enter_context(ended_threads_told(evening.report))
        helpers.callback(evening.close)
        announcer = announcer_for(evening, shown.voice, typer.echo)
        helpers.callback(announcer.close)
        app = _app(evening, access, plan, announcer)

        def started() -> None:
            _say_where(access, table, kept or _kept(plan))
            announcer.start()  # after the address: it may have something to complain about
            helpers.enter_context(reading_keys(evening, shown.keys, typer.echo))
            evening.start()
            follow = threading.Thread(
                target=_follow, args=(evening, table, helpers), name="start", daemon=True
            )
            follow.start()
            if shown.browser:
                thread = threading.Thread(target=webbrowser.open, args=(access.address,))
                thread.daemon = True
                thread.start()

        serve(app, listening, started)
    typer.echo("Stopped; the board is off.")


@contextmanager
def _errors_logged(log: NightLog) -> Iterator[None]:
    """What nobody expected is a sentence for people, and a traceback in the log."""
    try:
        yield
    except (BadValue, OSError):
        raise  # the command says it in a sentence of its own
    except Exception as error:
        logger.exception("The program has stopped.")
        _complain(f"The program has stopped because of {words_of(error)}. {log.where()}")
        raise typer.Exit(BROKEN) from None


def _complain(sentence: str) -> None:
    typer.echo(f"referee: {sentence}", err=True)


def _app(
    evening: NightSession, access: PageAccess, plan: NightPlan, announcer: Announcer
) -> FastAPI:
    """The page with everything that belongs to it."""
    app = night_app(evening, access)
    add_sound(app, announcer.speaker)
    if plan.folder is not None:
        add_review(app, access, LiveGame(evening))
    add_sheet(app, evening)
    add_setup(app, access, setup_reach(evening))
    add_spoken(app, access, evening)
    return app


def _kept(plan: NightPlan) -> str:
    if plan.folder is None:
        return "Nothing is kept."
    how = "goes on" if plan.resume else "is kept"
    return f"The game {how} in {plan.folder}"


def _say_where(access: PageAccess, table: NightTable, kept: str) -> None:
    typer.echo(f"Referee's page: {access.address}")
    if access.lan_address is not None:
        typer.echo(f"In your home: {access.lan_address} with the code {access.pairing.new_code()}")
    typer.echo(f"{kept}\n{table.words}\nCtrl-C stops.")


def _follow(evening: NightSession, table: NightTable, helpers: ExitStack) -> None:
    """Show the start, then let everybody begin."""
    began_s = clock_s()
    with progress_bar() as bar:
        task = bar.add_task("starting", total=1.0, note="")
        while evening.doing.done < 1.0 and not evening.doing.trouble:
            doing = evening.doing
            bar.update(task, description=doing.words, completed=doing.done)
            time.sleep(LOOK_S)
    if evening.doing.trouble:
        _complain(evening.doing.trouble)
        return
    typer.echo(f"The night runs after {clock_s() - began_s:.1f} s.")
    helpers.callback(table.begun(evening, evening.report))
