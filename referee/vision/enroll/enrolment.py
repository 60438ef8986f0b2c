"""Enrolment put together: a line-up in, the team file and the learned colours out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from referee.camera.frame_source import Frame
from referee.core.arrays import F32, F64
from referee.core.errors import BadValue, PlainWord
from referee.core.roster import Team
from referee.loaders.bases import load_base
from referee.loaders.teams_file import DEFAULT_BASE, OwnBase, PlayerSheet, Rgb, TeamsFile, TeamSheet
from referee.vision.appearance.colour_densities import counts_of
from referee.vision.appearance.figure_colours import BASE, FIGURE
from referee.vision.appearance.player_colours import PlayerColours
from referee.vision.appearance.team_colours import TEAMS, TeamColours
from referee.vision.enroll.base_moulds import BaseMould, moulds_of
from referee.vision.enroll.display_colour import display_colour
from referee.vision.enroll.line_up_figures import LineUpFigure, check_count, line_up_figures
from referee.vision.enroll.member_views import member_views
from referee.vision.enroll.named_figures import (
    NamedFigure,
    match_figures,
    missing_figures,
    numbered_figures,
    unseen_sheets,
)
from referee.vision.enroll.team_split import TeamSplit, split_teams
from referee.vision.frame.figure_views import views_both_ways
from referee.vision.frame.locator import Locator

A_SIDE = 11
SUBSTITUTES = "{} figures of the {} team: eleven play at a time, so {} begin beside the board"
FEWEST_OF_A_TEAM = 2
UNSURE = 0.9
NOBODY = 1.0  # without an outline and this much stranger than usual it is no figure
UNLIKE = -1.5  # natural logarithm: team mates look so much less like a figure than itself
VAGUE_MM = 0.6


@dataclass(frozen=True)
class LineUpMember:
    """One figure of the line-up, and what it will be called.

    ``team_chance`` is how likely all others find its team; ``unlike`` whether its colours alone
    tell it from its team mates.
    """

    sheet: PlayerSheet
    figure: LineUpFigure
    mould: BaseMould
    team_chance: float
    unlike: bool
    figure_colour: Rgb
    base_colour: Rgb
    doubts: tuple[str, ...]

    @property
    def base_name(self) -> str:
        """The base as people call it."""
        base = self.sheet.base
        if isinstance(base, OwnBase):
            return base.outline
        return base or self.sheet.player.base.name


@dataclass(frozen=True)
class Enrolment:
    """Everything that a line-up says. ``doubts`` are about the whole; members have their own.

    ``views`` is what each player's figure looks like, empty where no network can tell.
    """

    teams: TeamsFile
    colours: TeamColours
    members: tuple[LineUpMember, ...]
    doubts: tuple[str, ...]
    views: Mapping[str, F32]

    @property
    def counts(self) -> dict[str, F64]:
        """The colour shares of each player."""
        return {m.sheet.player.id: counts_of(m.figure.description) for m in self.members}


@dataclass(frozen=True, slots=True)
class EnrolmentHints:
    """What the person at the keyboard knows better than a picture.

    ``named`` says of each figure who it is; what nobody points at is none. Empty: figures are
    numbered from the near side to the far one.
    """

    names: tuple[str, str] = ("HOME", "AWAY")
    base: str | None = None
    old: TeamsFile | None = None
    named: tuple[NamedFigure, ...] = ()


def enrol(frames: Sequence[Frame], locator: Locator, hints: EnrolmentHints) -> Enrolment:
    """Find, split, measure and name the figures of a line-up."""
    figures, sides, said, left_out = _named(line_up_figures(frames, locator), hints.named)
    check_count(figures)
    _check_teams(sides)
    moulds = _moulds(frames[0], locator, figures, sides, hints.base)
    colours = _colours(figures, sides)
    chances = _lone_chances(colours, figures, sides)
    unlike = _unlike(figures, sides)
    members = []
    for k, (figure, team) in enumerate(zip(figures, sides.teams, strict=True)):
        mould = moulds[k]
        name = said[k].player
        own = mould.base
        shape = own.shape(f"of-{name}") if isinstance(own, OwnBase) else load_base(own)
        player = replace(said[k], team=team).on(shape)
        sheet = PlayerSheet(player, mould.base, player.position)
        own, other = (colours.densities[TEAMS.index(t)] for t in (team, team.other))
        figure_colour = display_colour(figure.description, FIGURE, [other[FIGURE], own[BASE]])
        base_colour = display_colour(figure.description, BASE, [other[BASE]])
        member = LineUpMember(
            sheet, figure, mould, chances[k], unlike[k], figure_colour, base_colour, ()
        )
        members.append(replace(member, doubts=_doubts(member)))
    order = [who.player for who in hints.named or said]
    members.sort(key=lambda m: (TEAMS.index(m.sheet.player.team), order.index(m.sheet.player.id)))
    kept = members if hints.old is None else _kept(members, hints.old)
    return Enrolment(
        _teams(kept, hints),
        colours,
        tuple(kept),
        (*sides.doubts, *_counts_doubts(sides), *left_out, *missing_figures(hints.named, said)),
        _views(frames, locator, kept),
    )


def _views(
    frames: Sequence[Frame], locator: Locator, members: Sequence[LineUpMember]
) -> dict[str, F32]:
    reads = views_both_ways(locator.figures)
    if reads is None:
        return {}
    players = [m.sheet.player for m in members]
    figures, teams = [m.figure for m in members], [player.team for player in players]
    seen = member_views(frames, reads, figures, teams, [player.base for player in players])
    return {player.id: view for player, view in zip(players, seen, strict=True)}


def _check_teams(sides: TeamSplit) -> None:
    """What a team looks like is known from two figures or more."""
    for team in Team:
        found = sides.teams.count(team)
        if found < FEWEST_OF_A_TEAM:
            advice = (
                f"{FEWEST_OF_A_TEAM} or more: more even light, and bases of another colour than "
                "the board under them, show more of them"
            )
            raise BadValue(f"figures found of the {team} team", found, advice)


def _named(
    figures: tuple[LineUpFigure, ...], named: tuple[NamedFigure, ...]
) -> tuple[tuple[LineUpFigure, ...], TeamSplit, tuple[NamedFigure, ...], tuple[str, ...]]:
    """The figures, their teams, who each of them is, and what was left out."""
    if not named:
        known, sides, left_out = _known(figures)
        return known, sides, numbered_figures(known, sides.teams), left_out
    pairs = [(f, who) for f, who in zip(figures, match_figures(figures, named), strict=True) if who]
    said = tuple(who for _, who in pairs)
    if {who.team for who in said} != set(Team):
        nobody = PlainWord("without a figure of both teams where you pointed")
        raise BadValue("the line-up", nobody, "both teams on the board, each figure pointed at")
    more = len(figures) - len(pairs)
    note = (f"{more} things were left out that nobody pointed at",) if more else ()
    sides = TeamSplit(tuple(who.team for who in said), ())
    return tuple(figure for figure, _ in pairs), sides, said, note


def _known(
    figures: tuple[LineUpFigure, ...],
) -> tuple[tuple[LineUpFigure, ...], TeamSplit, tuple[str, ...]]:
    """The figures and their teams, without things that have no outline and no team's colours."""
    sides = split_teams(figures)
    strange = _strangeness(_colours(figures, sides), figures, sides)
    kept = tuple(f for f, s in zip(figures, strange, strict=True) if f.measured or s < NOBODY)
    if len(kept) == len(figures):
        return figures, sides, ()
    note = f"{len(figures) - len(kept)} things were left out that look like no figure"
    return kept, split_teams(kept), (note,)


def _strangeness(
    colours: TeamColours, figures: Sequence[LineUpFigure], sides: TeamSplit
) -> list[float]:
    """How much less than usual each figure looks like anybody else of either team."""
    return [
        others.likeness([figure.description])[0].strangeness - colours.usual
        for figure, others in zip(figures, _all_others(colours, sides), strict=True)
    ]


def _colours(figures: Sequence[LineUpFigure], sides: TeamSplit) -> TeamColours:
    return TeamColours.learn(
        {
            team: [f.description for f, t in zip(figures, sides.teams, strict=True) if t is team]
            for team in Team
        }
    )


def _moulds(
    frame: Frame,
    locator: Locator,
    figures: Sequence[LineUpFigure],
    sides: TeamSplit,
    base: str | None,
) -> list[BaseMould]:
    if base is not None:
        shape = load_base(base)
        return [BaseMould(base, shape.length_mm, shape.width_mm, 0.0)] * len(figures)
    out: dict[int, BaseMould] = {}
    for team in Team:
        own = [k for k, t in enumerate(sides.teams) if t is team]
        found = moulds_of(
            frame.image, locator.camera, [figures[k] for k in own], locator.finder.top_mm
        )
        out |= dict(zip(own, found, strict=True))
    return [out[k] for k in range(len(figures))]


def _numbered(sides: TeamSplit) -> list[int]:
    """1, 2, 3 ... in each team, from the near sideline to the far one."""
    seen: Counter[Team] = Counter()
    out = []
    for team in sides.teams:
        seen[team] += 1
        out.append(seen[team])
    return out


def _lone_chances(
    colours: TeamColours, figures: Sequence[LineUpFigure], sides: TeamSplit
) -> list[float]:
    """How likely all others find it that a figure is of its own team."""
    out = []
    others = _all_others(colours, sides)
    for figure, team, rest in zip(figures, sides.teams, others, strict=True):
        found, chance = rest.probability(figure.description)
        out.append(chance if found is team else 1.0 - chance)
    return out


def _all_others(colours: TeamColours, sides: TeamSplit) -> Iterator[TeamColours]:
    """For each figure what the teams look like without it."""
    for team, number in zip(sides.teams, _numbered(sides), strict=True):
        yield colours.without(team, number - 1)


def _unlike(figures: Sequence[LineUpFigure], sides: TeamSplit) -> list[bool]:
    """Whether nobody else of the team looks like this figure."""
    out = [False] * len(figures)
    for team in Team:
        own = [k for k, t in enumerate(sides.teams) if t is team]
        looks = {str(k): counts_of(figures[k].description) for k in own}
        likely = PlayerColours.of_counts(looks).log_likelihoods(
            [figures[k].description for k in own]
        )
        np.fill_diagonal(likely, -np.inf)
        for k, best in zip(own, likely.max(axis=1), strict=True):
            out[k] = bool(best < UNLIKE)
    return out


def _doubts(member: LineUpMember) -> tuple[str, ...]:
    out = []
    if member.team_chance < UNSURE:
        out.append("its colours do not say clearly which team it belongs to")
    if member.mould.odd:
        out.append("a base of an unusual size")
    if member.mould.sigma_mm > VAGUE_MM:
        out.append(f"the size of its base is known to {member.mould.sigma_mm:.1f} mm only")
    return tuple(out)


def _counts_doubts(sides: TeamSplit) -> tuple[str, ...]:
    out = []
    for team in Team:
        found = sides.teams.count(team)
        if found < A_SIDE:
            out.append(f"{found} figures of the {team} team instead of {A_SIDE}")
        elif found > A_SIDE:
            out.append(SUBSTITUTES.format(found, team, found - A_SIDE))
    return tuple(out)


def _kept(members: Sequence[LineUpMember], old: TeamsFile) -> list[LineUpMember]:
    """The new line-up with what the old file says of each player; they stand in its order."""
    for team in Team:
        now = sum(m.sheet.player.team is team for m in members)
        before = len(old.teams[team].players)
        if now != before:
            raise BadValue(
                f"the {team} team",
                PlainWord(f"{now} figures, but {before} in the file"),
                "as many as the file has, in its order from the near side to the far side; "
                "--overwrite forgets the file",
            )
    sheets = [sheet for team in TEAMS for sheet in old.teams[team].players]
    return [replace(m, sheet=sheet) for m, sheet in zip(members, sheets, strict=True)]


def _teams(members: Sequence[LineUpMember], hints: EnrolmentHints) -> TeamsFile:
    """Both sheets; the base that most of a team stand on is the team's, others are named apart."""
    out = {}
    seen = {m.sheet.player.id for m in members}
    unseen = [who for who in hints.named if who.player not in seen]
    for team, name in zip(TEAMS, hints.names, strict=True):
        sheets = [m.sheet for m in members if m.sheet.player.team is team]
        if hints.old is not None:
            out[team] = replace(hints.old.teams[team], players=tuple(sheets))
            continue
        kinds = Counter(s.base for s in sheets if isinstance(s.base, str))
        usual = kinds.most_common(1)[0][0] if kinds else DEFAULT_BASE
        sheets += unseen_sheets([who for who in unseen if who.team is team], sheets)
        players = tuple(replace(s, base=None) if s.base == usual else s for s in sheets)
        jersey = _middle([m.figure_colour for m in members if m.sheet.player.team is team])
        colour = _middle([m.base_colour for m in members if m.sheet.player.team is team])
        out[team] = TeamSheet(name, players, usual, jersey, colour)
    return TeamsFile(out)


def _middle(colours: Sequence[Rgb]) -> Rgb:
    """The one that is nearest to all others."""
    every = np.array(colours, dtype=float)
    far = np.abs(every[:, None] - every[None]).sum(axis=(1, 2))
    return colours[int(far.argmin())]
