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

from referee.cli.night_log import NightLog, ended_threads_told
from referee.cli.setting_up import around
from referee.cli.show import progress_bar
from referee.core.errors import BadValue
from referee.machine.clock import clock_s
from referee.play.announce import Announcer, announced
from referee.play.begin import begin
from referee.play.coach_keys import keys_read
from referee.play.desk import Desk
from referee.play.evening import Evening, Report
from referee.play.failures import words_of
from referee.play.gear import Gear, Say
from referee.play.keys import KeyTable
from referee.play.plan import Plan
from referee.review.live import LiveGame
from referee.voice.settings import VoiceSettings
from referee.web.access import Access
from referee.web.home import home_address
from referee.web.play_app import play_app
from referee.web.review_page import add_review
from referee.web.server import claim_ports, serve
from referee.web.setup_page import add_setup
from referee.web.sheet import add_sheet
from referee.web.sound import add_sound
from referee.web.spoken import add_spoken

LOOK_S = 0.1
BROKEN = 1

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Shown:
    """Where the page is, who may reach it, how the referee sounds, and which keys he hears."""

    port: int
    browser: bool
    lan: bool
    voice: VoiceSettings
    keys: KeyTable


class Table(Protocol):
    """The table that is played on, real or simulated."""

    @property
    def words(self) -> str:
        """What is about to be seen."""

    def open(self, say: Say) -> Gear:
        """Camera, switch and teams."""

    def begun(self, desk: Desk, report: Report) -> Callable[[], None]:
        """The night runs: whoever sits at the table may begin. Returns how to send them home.

        ``report`` is told when they stop because of an error.
        """


def run_night(plan: Plan, table: Table, shown: Shown, kept: str = "") -> None:
    """Officiate until Ctrl-C. ``kept`` says what becomes of the game, if not what one expects."""
    # A game that goes away with the program must not take its log along.
    with NightLog(None if kept else plan.folder) as log, _errors_logged(log):
        _run_night(plan, table, shown, kept, log)


def _run_night(plan: Plan, table: Table, shown: Shown, kept: str, log: NightLog) -> None:
    lan = home_address() if shown.lan else None
    listening = claim_ports(shown.port, lan)
    access = Access(listening[0].getsockname()[1], lan=lan)
    evening = Evening(table.open, partial(begin, plan), where=log.where, complain=_complain)
    # Whoever asks it to end gets the same clean end as Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with ExitStack() as helpers:
        helpers.enter_context(ended_threads_told(evening.report))
        helpers.callback(evening.close)
        announcer = announced(evening, shown.voice, typer.echo)
        helpers.callback(announcer.close)
        app = _app(evening, access, plan, announcer)

        def started() -> None:
            _say_where(access, table, kept or _kept(plan))
            announcer.start()  # after the address: it may have something to complain about
            helpers.enter_context(keys_read(evening, shown.keys, typer.echo))
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


def _app(evening: Evening, access: Access, plan: Plan, announcer: Announcer) -> FastAPI:
    """The page with everything that belongs to it."""
    app = play_app(evening, access)
    add_sound(app, announcer.speaker)
    if plan.folder is not None:
        add_review(app, access, LiveGame(evening))
    add_sheet(app, evening)
    add_setup(app, access, around(evening))
    add_spoken(app, access, evening)
    return app


def _kept(plan: Plan) -> str:
    if plan.folder is None:
        return "Nothing is kept."
    how = "goes on" if plan.resume else "is kept"
    return f"The game {how} in {plan.folder}"


def _say_where(access: Access, table: Table, kept: str) -> None:
    typer.echo(f"Referee's page: {access.address}")
    if access.lan_address is not None:
        typer.echo(f"In your home: {access.lan_address} with the code {access.pairing.new_code()}")
    typer.echo(f"{kept}\n{table.words}\nCtrl-C stops.")


def _follow(evening: Evening, table: Table, helpers: ExitStack) -> None:
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
