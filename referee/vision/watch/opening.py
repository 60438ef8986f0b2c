"""Everything put together: from a locator and a line-up to a watcher that knows who is where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from referee.camera.model import CameraModel
from referee.camera.source import Image
from referee.core.base_shape import BaseShape, rounded_rectangle
from referee.core.pose import Pose
from referee.core.roster import Roster, Team
from referee.vision.checks import FrameCheck
from referee.vision.light import Float
from referee.vision.locate import Locator
from referee.vision.on_board import board_scale_px_per_mm
from referee.vision.outlines import LEAST_HEIGHT_MM, RADIUS_MM, USUAL_MM, Moulds
from referee.vision.players import PlayerColours
from referee.vision.refine.refiner import SURE
from referee.vision.refine.table import Guess
from referee.vision.roster.tracker import RosterTracker
from referee.vision.teams import TeamColours, describe_all
from referee.vision.two_teams import two_teams
from referee.vision.watch.background import Background, Inline
from referee.vision.watch.begin import Beginning, placed, teams_by_side, working_roster
from referee.vision.watch.lineup import Start
from referee.vision.watch.look import Asked, Look, Looker, Teams, Whose
from referee.vision.watch.watcher import Watcher

# Between looks of a file, which wait for each other: as often as a laptop beside a live board.
FILE_LOOK_S = 0.1
# Live the detector would take all that is left of a small laptop; hands are seen soon enough so.
LIVE_LOOK_S = 0.15
DARKER = "teams by colour, the darker one called {}"


@dataclass(frozen=True, slots=True)
class Opening:
    """Who stands where, what the teams look like, and what there is to say about it.

    ``lost`` are on the board, and nobody has found them yet.
    """

    beginning: Beginning
    colours: TeamColours | None
    notes: tuple[str, ...]
    lost: tuple[str, ...] = ()


def first_looker(locator: Locator) -> Looker:
    """Looks at a board of which nothing is known yet."""
    check = FrameCheck(locator.camera, board_scale_px_per_mm(locator.camera))
    shapes = [usual_shape(locator)]
    return Looker(locator.finder.find, locator.refiner, shapes, locator.reader, check=check.check)


def open_enrolled(
    start: Start,
    locator: Locator,
    roster: Roster,
    colours: TeamColours | None,
    players: PlayerColours | None,
    darker: Team = Team.HOME,
) -> Opening:
    """The players of a roster go to the bases of the line-up; colours help where they are known.

    Where nobody has learned them, ``darker`` says whose colours are the darker ones.
    """
    poses = [s.pose for s in start.standing]
    shapes = [usual_shape(locator)] * len(poses)
    described = describe_all(start.look.frame.image, locator.camera, poses, shapes)
    likely = np.zeros((len(poses), len(roster)))
    if players is not None:
        known = players.log_likelihoods(described)
        likely[:, [roster.index(player_id) for player_id in players.ids]] = known
    notes = []
    if colours is None:
        colours, _ = _teams_by_colour(described, darker)
        how = DARKER.format(darker.value)
        notes.append(how if colours else "teams by size and place alone; enrol them to do better")
    whose: Sequence[Whose] = [(None, 0.5)] * len(poses)
    if colours is not None:
        whose = colours.judge(described)
    beginning = placed(roster, start.standing, whose, likely)
    notes += [
        f"{len(beginning.places)} of {len(roster)} players of the roster are on the board",
        "players of a team who look alike and stand on equal bases are named from left to right",
    ]
    return Opening(beginning, colours, tuple(notes))


def open_without_roster(start: Start, locator: Locator) -> Opening:
    """A working roster of what stands there; teams by their colours, if there are two."""
    standing = start.standing
    poses, shapes = [s.pose for s in standing], [usual_shape(locator)] * len(standing)
    image = start.look.frame.image
    descriptions = describe_all(image, locator.camera, poses, shapes)
    colours, teams = _teams_by_colour(descriptions)
    how = DARKER.format(Team.HOME.value)
    if colours is None:
        teams = teams_by_side(standing)
        how = "two teams could not be told by colour, so the left half is called home"
    shapes = _outlines(start, locator, teams)
    beginning = working_roster(standing, teams, shapes)
    first, last = beginning.roster.players[0].id, beginning.roster.players[-1].id
    who = f"a working roster of {len(beginning.roster)} bases, {first} to {last}: {how}"
    return Opening(beginning, colours, (who,))


def watcher_of(
    locator: Locator,
    opening: Opening,
    t_ns: int,
    *,
    live: bool,
    doubts: Iterator[int] | None = None,
) -> Watcher:
    """A watcher that begins at ``t_ns``; live it looks in the background.

    ``doubts`` are the numbers of its doubts, where another one has opened some before.
    """
    roster = opening.beginning.roster
    check = FrameCheck(locator.camera, board_scale_px_per_mm(locator.camera))
    looker = Looker(
        locator.finder.find,
        locator.refiner,
        [player.base for player in roster],
        locator.reader,
        None if opening.colours is None else teams_of(opening.colours, locator.camera),
        check.check,
    )
    aside: Background[Asked, Look] | Inline[Asked, Look]
    aside = Background(looker.look) if live else Inline(looker.look)
    tracker = RosterTracker(roster, doubts=doubts)
    each_s = LIVE_LOOK_S if live else FILE_LOOK_S
    watcher = Watcher(locator.camera, locator.refiner, tracker, aside, each_s)
    begin = opening.beginning
    watcher.begin(t_ns, begin.places, begin.fronts, begin.clutter, opening.lost)
    return watcher


def teams_of(colours: TeamColours, camera: CameraModel) -> Teams:
    """Whose figures stand at these poses, by what the teams look like."""

    def judge(image: Image, poses: Sequence[Pose], shapes: Sequence[BaseShape]) -> Sequence[Whose]:
        return colours.judge(describe_all(image, camera, poses, shapes))

    return judge


def _teams_by_colour(
    descriptions: Sequence[Float], darker: Team = Team.HOME
) -> tuple[TeamColours | None, tuple[Team, ...]]:
    """What two teams look like that nobody enrolled, and whose each figure is."""
    called = {Team.HOME: darker, Team.AWAY: darker.other}
    teams = tuple(called[team] for team in two_teams(descriptions) if team is not None)
    if not teams or len(teams) < len(descriptions):
        return None, ()
    named: dict[Team, list[Float]] = {team: [] for team in teams}
    for team, description in zip(teams, descriptions, strict=True):
        named[team].append(description)
    return TeamColours.learn(named), teams


def _outlines(start: Start, locator: Locator, teams: Sequence[Team]) -> list[BaseShape]:
    """A team mostly stands on one kind of base; who does not fit that is tried with others."""
    image = start.look.frame.image
    moulds = Moulds(locator.camera, locator.refiner, locator.finder.top_mm)
    common: dict[Team, BaseShape] = {}
    for team in Team:
        claims = [s.candidate for s, t in zip(start.standing, teams, strict=True) if t is team]
        found = moulds.outlines(image, claims)
        shapes = Counter(each.shape for each in found)
        common[team] = shapes.most_common(1)[0][0] if found else usual_shape(locator)
    out = []
    for base, team in zip(start.standing, teams, strict=True):
        tried = [common[team], common[team.other], usual_shape(locator)]
        guesses = [Guess(shape, base.pose) for shape in tried]
        right = [locator.refiner.refine(image, [guess]).bases[0].right for guess in guesses]
        best = int(np.argmax(right))
        out.append(tried[best] if right[0] < SURE and right[best] >= SURE else tried[0])
    return out


def usual_shape(locator: Locator) -> BaseShape:
    """What a base looks like of which nothing is known yet."""
    top_mm = max(locator.finder.top_mm, LEAST_HEIGHT_MM)
    return rounded_rectangle("usual", *USUAL_MM, RADIUS_MM, top_mm)
