"""A night put together: eyes, official, record and loop, from a plan and the gear."""

from __future__ import annotations

import time

from referee.core.roster import Team
from referee.game.events import Started
from referee.game.journal import Journal
from referee.play.desk import About
from referee.play.evening import Hear, Running
from referee.play.eyes import LiveEyes
from referee.play.gear import Gear, Say
from referee.play.naming import Namer
from referee.play.night import Night
from referee.play.plan import Plan
from referee.play.runner import Runner
from referee.play.warm import warm_up
from referee.vision.open import open_locator
from referee.vision.watch.opening import first_looker


def begin(plan: Plan, gear: Gear, say: Say, hear: Hear) -> Running:
    """Everything that is slow happens here, before the first frame counts."""
    say("loading the eyes", 0.6)
    teams, calibration = gear.teams, gear.calibration
    locator = open_locator(calibration, roster=teams.roster, colours=teams.colours)
    looker = first_looker(locator)
    say("warming up", 0.8)
    warm_up(plan.rulebook, calibration.board, teams.roster)
    offset_ns = -time.monotonic_ns()
    journal = Journal().append(0, "coach", Started(plan.rulebook.name, plan.kicks, plan.home_plays))
    night = Night(
        plan.rulebook, calibration.board, teams.roster, journal, gear.names, offset_ns=offset_ns
    )
    eyes = LiveEyes(teams.roster, looker.look, Namer(locator, teams))
    about = About(
        title=f"{gear.names[Team.AWAY]} at {gear.names[Team.HOME]}",
        rulebook=plan.rulebook,
        field=calibration.board,
        roster=teams.roster,
        names=gear.names,
        colours=gear.colours,
        camera=calibration.camera,
        fps=gear.camera.fps,
        simulated=gear.simulated,
        folder=plan.folder,
    )
    runner = Runner(
        night,
        teams.roster,
        eyes,
        gear.camera,
        gear.power,
        name=eyes.hear,
        on_orders=hear,
    )
    return Running(about, runner, eyes, gear, None)
