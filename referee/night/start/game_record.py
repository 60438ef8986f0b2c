"""The folder of a game: begun with everything that explains it, or opened again to go on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from referee.camera.calibration import write_calibration
from referee.core.clock import S_NS
from referee.game.events import Noted, Started
from referee.game.journal import Journal
from referee.loaders.rulebook_copy import copy_rulebook
from referee.loaders.shipped_data import names_a_file
from referee.loaders.teams_text import write_teams
from referee.night.start.equipment import Equipment
from referee.night.start.plan import NightPlan, OpeningKick
from referee.record.game.game_folder import CALIBRATION_FILE, TEAMS_FILE, GameFolder, read_game
from referee.record.game.game_store import GameStore
from referee.record.game.standing_game import standing_state

VOIDED_PLAY = "The referee stopped while a play was running: that play does not count."
TEAMS_HEADING = ("The teams of this game, as the referee knew them.",)


@dataclass(frozen=True)
class OpenedGame:
    """A game to be played: ``offset_ns`` makes its time of the clock's; None keeps no record.

    ``voided``: a play ran when the program stopped, and is played again.
    """

    journal: Journal
    offset_ns: int
    store: GameStore | None = None
    voided: bool = False


def open_game(plan: NightPlan, equipment: Equipment, title: str) -> OpenedGame:
    """The game of a plan, from its beginning or from where it stands."""
    now_ns = equipment.time.now_ns()
    if plan.resume and plan.folder is not None:
        return _again(plan.folder, now_ns)
    kicks = OpeningKick(plan.kicks).team
    begun = Started(plan.rulebook.name, kicks, plan.home_plays, plan.playoff)
    journal = Journal().append(0, "coach", begun)
    if plan.folder is None:
        return OpenedGame(journal, -now_ns)
    store = GameStore.new(plan.folder, _about(plan, equipment, title))
    _explain(plan, equipment, plan.folder)
    store.session(_utc(), -now_ns)
    store.entries(journal.entries)
    return OpenedGame(journal, -now_ns, store)


def _again(folder: Path, now_ns: int) -> OpenedGame:
    """Game time goes on a second after the last thing that happened."""
    store = GameStore.again(folder)
    try:
        with read_game(folder) as game:
            journal = game.journal()
            standing_state(game, journal)
            last_ns, voided = last_ns_of(game), was_running(game)
    except BaseException:
        store.close()
        raise
    offset_ns = last_ns + S_NS - now_ns
    store.session(_utc(), offset_ns)
    if voided:
        journal = journal.append(last_ns + S_NS, "referee", Noted(VOIDED_PLAY))
        store.entries(journal.entries[-1:])
    return OpenedGame(journal, offset_ns, store, voided)


def last_ns_of(game: GameFolder) -> int:
    """The latest instant of the game's time of which anything is known."""
    frames = game.frames()
    times = [0 if frames is None else frames[2]]
    times += [entry.t_ns for entry in game.journal().entries]
    times += [line.t_ns for lines in (game.calls(), game.power(), game.said()) for line in lines]
    return max(times)


def was_running(game: GameFolder) -> bool:
    """Whether the board had power since the last entry: that play has no end."""
    entries = game.journal().entries
    since_ns = entries[-1].t_ns if entries else 0
    return any(line.values.get("closed") and line.t_ns >= since_ns for line in game.power())


def _about(plan: NightPlan, equipment: Equipment, title: str) -> dict[str, object]:
    return {
        "title": title,
        "rulebook": "rulebook.toml" if names_a_file(plan.rules) else plan.rulebook.name,
        "field": equipment.calibration.board.name,
        "fps": equipment.camera.fps,
        "simulated": equipment.simulated,
        "kicks": plan.kicks.value,
        "home_plays": plan.home_plays.value,
        "power_lacks": list(equipment.lacks),
        **equipment.about,
    }


def _explain(plan: NightPlan, equipment: Equipment, folder: Path) -> None:
    """Whatever another program needs to understand the record lies beside it."""
    write_calibration(folder / CALIBRATION_FILE, equipment.calibration)
    write_teams(folder / TEAMS_FILE, equipment.sheets, TEAMS_HEADING)
    if names_a_file(plan.rules):
        copy_rulebook(Path(plan.rules), folder)


def _utc() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
