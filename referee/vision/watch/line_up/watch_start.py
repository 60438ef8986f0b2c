"""From a locator and a line-up to a watcher that knows which player stands where."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import Image
from referee.core.arrays import F32, F64
from referee.core.geometry.base_shape import BaseShape, rounded_rectangle
from referee.core.geometry.pose import Pose
from referee.core.probability import log_odds
from referee.core.roster import Roster, Team
from referee.vision.appearance.figure_colours import describe_figures
from referee.vision.appearance.figure_gallery import FigureGallery, facing_view
from referee.vision.appearance.player_colours import PlayerColours
from referee.vision.appearance.team_colours import TeamColours
from referee.vision.appearance.two_teams import two_teams
from referee.vision.frame.board_scale import board_scale_px_per_mm
from referee.vision.frame.candidate_outlines import (
    LEAST_HEIGHT_MM,
    RADIUS_MM,
    USUAL_MM,
    SharedOutlines,
)
from referee.vision.frame.figure_views import views_both_ways
from referee.vision.frame.frame_check import FrameCheck
from referee.vision.frame.locator import Locator
from referee.vision.refine.guess_table import PoseGuess
from referee.vision.refine.refiner import SURE
from referee.vision.roster.habits.name_shares import name_shares
from referee.vision.roster.habits.team_habits import TeamHabits
from referee.vision.roster.roster_tracker import RosterTracker
from referee.vision.watch.background_jobs import BackgroundJobs, InlineJobs, JobRunner
from referee.vision.watch.board_look import BoardLook, Looker, LookRequest, TeamChance, TeamReader
from referee.vision.watch.line_up.line_up_finder import FoundLineUp, LineUpBase
from referee.vision.watch.line_up.placed_roster import (
    PlacedRoster,
    place_players,
    teams_by_side,
    working_roster,
)
from referee.vision.watch.watcher import Watcher

# Between looks of a file, which wait for each other: as often as a laptop beside a live board.
FILE_LOOK_S = 0.1
# Live the detector would take all that is left of a small laptop; hands are seen soon enough so.
LIVE_LOOK_S = 0.15
# Runs the looks of a watcher.
LookRunner = Callable[[Callable[[LookRequest], BoardLook]], JobRunner[LookRequest, BoardLook]]
# No front is surer than this, as a share.
LEAST = 0.02
DARKER = "teams by colour, the darker one called {}"


@dataclass(frozen=True, slots=True)
class WatchStart:
    """Where each player stands, what the teams look like, and notes for the coach.

    ``lost`` are on the board, and nobody has found them yet. ``names`` are the probabilities of the
    names; None: a person has said so, or nobody can tell.
    """

    beginning: PlacedRoster
    colours: TeamColours | None
    notes: tuple[str, ...]
    lost: tuple[str, ...] = ()
    names: Mapping[str, float] | None = None


def first_looker(locator: Locator) -> Looker:
    """Looks at a board of which nothing is known yet."""
    check = FrameCheck(locator.camera, board_scale_px_per_mm(locator.camera))
    shapes = [usual_shape(locator)]
    return Looker(locator.find, locator.refiner, shapes, locator.reader, check=check.check)


def start_with_roster(
    start: FoundLineUp,
    locator: Locator,
    roster: Roster,
    colours: TeamColours | None,
    players: PlayerColours | None,
    darker: Team = Team.HOME,
    gallery: FigureGallery | None = None,
) -> WatchStart:
    """The players of a roster go to the bases of the line-up; colours help where they are known.

    Where nobody has learned them, ``darker`` says whose colours are the darker ones. A ``gallery``
    tells players by what their figures look like.
    """
    poses = [s.pose for s in start.standing]
    shapes = [usual_shape(locator)] * len(poses)
    described = describe_figures(start.look.frame.image, locator.camera, poses, shapes)
    likely = np.zeros((len(poses), len(roster)))
    if players is not None:
        known = players.log_likelihoods(described)
        likely[:, [roster.index(player_id) for player_id in players.ids]] = known
    notes = []
    if colours is None:
        colours, _ = _teams_by_colour(described, darker)
        how = DARKER.format(darker.value)
        notes.append(how if colours else "teams by size and place alone; enrol them to do better")
    whose: Sequence[TeamChance] = [(None, 0.5)] * len(poses)
    if colours is not None:
        whose = colours.judge(described)
    views = views_both_ways(locator.figures)
    if gallery is not None and views is not None:
        seen = views(start.look.frame.image, poses, shapes)
        likely += _figures_alike(gallery, roster, start.standing, seen).T
    beginning = place_players(roster, start.standing, whose, likely)
    notes += [
        f"{len(beginning.places)} of {len(roster)} players of the roster are on the board",
        "players of a team who look alike and stand on equal bases are named from left to right",
    ]
    return WatchStart(beginning, colours, tuple(notes), names=_chances(beginning, start, likely))


def start_without_roster(start: FoundLineUp, locator: Locator) -> WatchStart:
    """A working roster of what stands there; teams by their colours, if there are two."""
    standing = start.standing
    poses, shapes = [s.pose for s in standing], [usual_shape(locator)] * len(standing)
    image = start.look.frame.image
    descriptions = describe_figures(image, locator.camera, poses, shapes)
    colours, teams = _teams_by_colour(descriptions)
    how = DARKER.format(Team.HOME.value)
    if colours is None:
        teams = teams_by_side(standing)
        how = "two teams could not be told by colour, so the left half is called home"
    shapes = _outlines(start, locator, teams)
    beginning = working_roster(standing, teams, shapes)
    first, last = beginning.roster.players[0].id, beginning.roster.players[-1].id
    who = f"a working roster of {len(beginning.roster)} bases, {first} to {last}: {how}"
    return WatchStart(beginning, colours, (who,))


def watcher_of(
    locator: Locator,
    opening: WatchStart,
    t_ns: int,
    *,
    live: bool,
    doubts: Iterator[int] | None = None,
    beside: LookRunner = BackgroundJobs,
    habits: TeamHabits | None = None,
    gallery: FigureGallery | None = None,
) -> Watcher:
    """A watcher that begins at ``t_ns``; live it looks ``beside`` the frames.

    ``doubts`` are the numbers of its doubts, where another one has opened some before; ``habits``
    is what is known of the teams' line-ups, ``gallery`` what their figures look like.
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
        None if gallery is None else views_both_ways(locator.figures),
        locator.find,
        locator.finder.plate,
    )
    aside = beside(looker.look) if live else InlineJobs(looker.look)
    tracker = RosterTracker(roster, doubts=doubts, habits=habits, gallery=gallery)
    each_s = LIVE_LOOK_S if live else FILE_LOOK_S
    board = locator.finder.board
    watcher = Watcher(locator.camera, locator.refiner, tracker, aside, each_s, board)
    begin = opening.beginning
    watcher.begin(t_ns, begin.places, begin.fronts, begin.clutter, opening.lost, opening.names)
    return watcher


def teams_of(colours: TeamColours, camera: CameraModel) -> TeamReader:
    """Whose figures stand at these poses, by what the teams look like."""

    def judge(
        image: Image, poses: Sequence[Pose], shapes: Sequence[BaseShape]
    ) -> Sequence[TeamChance]:
        return colours.judge(describe_figures(image, camera, poses, shapes))

    return judge


def _figures_alike(
    gallery: FigureGallery, roster: Roster, standing: Sequence[LineUpBase], views: F32
) -> F64:
    """(players, bases): how well figures look like players, among the mates of each."""
    out = np.zeros((len(roster), len(standing)))
    for team in Team:
        rows = [k for k, player in enumerate(roster) if player.team is team]
        alike = gallery.front_log_odds(rows, views)
        seen = [
            facing_view(
                view, math.radians(base.pose.heading_deg), log_odds(base.front, LEAST) + more, 0.0
            )
            for view, base, more in zip(views, standing, alike.tolist(), strict=True)
        ]
        out[rows] = gallery.log_likelihoods(rows, np.stack(seen))
    return out


def _chances(beginning: PlacedRoster, start: FoundLineUp, likely: F64) -> dict[str, float]:
    """How probable the names of a line-up are, among team mates and the places of the team."""
    roster, at = beginning.roster, {s.pose: k for k, s in enumerate(start.standing)}
    out: dict[str, float] = {}
    for team in Team:
        here = [p.id for p in roster if p.team is team and p.id in beginning.places]
        rows = [roster.index(name) for name in here]
        places = [at[beginning.places[name]] for name in here]
        shares = name_shares(likely.T[np.ix_(rows, places)]).shares
        out |= {name: float(shares[k, k]) for k, name in enumerate(here)}
    return out


def _teams_by_colour(
    descriptions: Sequence[F64], darker: Team = Team.HOME
) -> tuple[TeamColours | None, tuple[Team, ...]]:
    """What two teams look like that nobody enrolled, and whose each figure is."""
    called = {Team.HOME: darker, Team.AWAY: darker.other}
    teams = tuple(called[team] for team in two_teams(descriptions) if team is not None)
    if not teams or len(teams) < len(descriptions):
        return None, ()
    named: dict[Team, list[F64]] = {team: [] for team in teams}
    for team, description in zip(teams, descriptions, strict=True):
        named[team].append(description)
    return TeamColours.learn(named), teams


def _outlines(start: FoundLineUp, locator: Locator, teams: Sequence[Team]) -> list[BaseShape]:
    """A team mostly stands on one kind of base; what does not fit it is tried with others."""
    image = start.look.frame.image
    moulds = SharedOutlines(locator.camera, locator.refiner, locator.finder.top_mm)
    common: dict[Team, BaseShape] = {}
    for team in Team:
        claims = [s.candidate for s, t in zip(start.standing, teams, strict=True) if t is team]
        found = moulds.outlines(image, claims)
        shapes = Counter(each.shape for each in found)
        common[team] = shapes.most_common(1)[0][0] if found else usual_shape(locator)
    out = []
    for base, team in zip(start.standing, teams, strict=True):
        tried = [common[team], common[team.other], usual_shape(locator)]
        guesses = [PoseGuess(shape, base.pose) for shape in tried]
        right = [locator.refiner.refine(image, [guess]).bases[0].right for guess in guesses]
        best = int(np.argmax(right))
        out.append(tried[best] if right[0] < SURE and right[best] >= SURE else tried[0])
    return out


def usual_shape(locator: Locator) -> BaseShape:
    """What a base looks like of which nothing is known yet."""
    top_mm = max(locator.finder.top_mm, LEAST_HEIGHT_MM)
    return rounded_rectangle("usual", *USUAL_MM, RADIUS_MM, top_mm)
