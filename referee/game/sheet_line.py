"""A game line by line, as on a score sheet: the state before, the event, the result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee.core.field.direction import Direction
from referee.core.field.field_profile import FieldProfile
from referee.core.field.yards import gained_yd
from referee.core.renaming import renamed
from referee.core.roster import Team
from referee.game.corrected_names import names_of_entries, with_true_names
from referee.game.events import (
    FUMBLE,
    DownRepeated,
    Event,
    FoulAnswer,
    FoulsSettled,
    Noted,
    PlayAccount,
    PlayEnded,
    Score,
    Scored,
    SeriesBegan,
)
from referee.game.fold import Fold
from referee.game.journal import Journal
from referee.game.penalties.enforcement import enforcement_of
from referee.game.penalties.open_fouls import PLAYS
from referee.game.sheet_column import SheetColumn, sheet_column_of
from referee.game.state import GamePhase, State


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One line. ``number`` is that of its entry; ``judged``: a ruling put it there, for ``why``.

    ``notes`` are what else was called in the play. ``field`` makes yards of places.
    """

    number: int
    t_ns: int
    by: str
    event: Event
    before: State
    after: State
    field: FieldProfile
    told: PlayAccount
    judged: bool = False
    why: str = ""
    notes: tuple[Noted, ...] = ()

    @property
    def counted(self) -> bool:
        """Whether it counts among the plays of its quarter, by the rulebook."""
        return self.after.quarter == self.before.quarter and self.after.plays > self.before.plays

    @property
    def scrimmage(self) -> bool:
        """Whether it is a run or a pass from scrimmage that was played to its end."""
        played = isinstance(self.event, PlayEnded | Scored)
        return self.before.phase is GamePhase.SCRIMMAGE and played and not self.kicking

    @property
    def kicking(self) -> bool:
        """Whether a ball was kicked, whatever came of it."""
        return self.way in (SheetColumn.KICK, SheetColumn.PUNT)

    @property
    def flagged(self) -> bool:
        """Whether a person should look at the call, or at a call noted in the same play."""
        return any(getattr(each, "flagged", False) for each in (self.event, *self.notes))

    @property
    def points(self) -> int:
        """The points that the line brought, for either team."""
        return sum(self.after.score(team) - self.before.score(team) for team in Team)

    @property
    def taken_by(self) -> Team | None:
        """The team that took the ball away from the offense and kept it, if one did."""
        event, offense = self.event, self.before.team
        if not self.scrimmage or not isinstance(event, PlayEnded | Scored):
            return None
        touchdown = isinstance(event, Scored) and event.how is Score.TOUCHDOWN
        has_it = isinstance(event, PlayEnded) or touchdown
        return event.team if has_it and event.team is not offense else None

    @property
    def intercepted(self) -> bool:
        """Whether it was a pass that the other side caught."""
        return self.taken_by is not None and self.way is SheetColumn.PASS and not self.fumbled

    @property
    def fumbled(self) -> bool:
        """Whether somebody lost the ball in the play."""
        return any(note.players_of(FUMBLE) is not None for note in self.notes)

    @property
    def fumbler(self) -> str | None:
        """Who lost the ball first; None where nobody did, or nobody knows who."""
        for note in self.notes:
            players = note.players_of(FUMBLE)
            if players is not None:
                return players[-1] if players else None
        return None

    @property
    def lost_on_downs(self) -> bool:
        """Whether the series ended on downs."""
        kept = isinstance(self.event, PlayEnded) and self.taken_by is None
        over = self.after.phase is GamePhase.SCRIMMAGE and self.after.team is not self.before.team
        return kept and over

    @property
    def way(self) -> SheetColumn:
        """The column of the score sheet for this line."""
        return sheet_column_of(self.event, self.told, self.before.phase)

    @property
    def gained(self) -> int | None:
        """Whole yards gained from scrimmage, less than 0 lost; None: not a play with a gain."""
        exact = self.gained_yd
        return None if exact is None else round(exact)

    @property
    def gained_yd(self) -> float | None:
        """The yards gained from scrimmage, not rounded; None: not a play with a gain."""
        if not self.scrimmage or self.before.team is None:
            return None
        end_x = self._given_up_x_mm if self.taken_by is not None else self.end_x_mm
        return None if end_x is None else self._yd(self.before.x_mm, end_x, self.before.team)

    @property
    def penalty(self) -> int | None:
        """Whole yards walked off, less than 0 against the offense; None: the ball was not moved."""
        event, state = self.event, self.before
        again = isinstance(event, DownRepeated) and event.x_mm is not None
        first = (
            isinstance(event, SeriesBegan)
            and event.team is state.team
            and self.way is SheetColumn.NONE
        )
        if state.phase is not GamePhase.SCRIMMAGE or state.team is None or not (again or first):
            return None
        return round(self._yd(state.x_mm, self.after.x_mm, state.team))

    @property
    def returned(self) -> int | None:
        """Whole yards a kick or a ball taken away was carried back."""
        from_x = self.told.gained_x_mm
        team = self.taken_by or self._brought_back_by
        if team is None or from_x is None or self.end_x_mm is None:
            return None
        return round(self._yd(from_x, self.end_x_mm, team))

    @property
    def _brought_back_by(self) -> Team | None:
        """Who had the ball at the end of the return of a kick; None: no return, or not known."""
        event = self.event
        if isinstance(event, SeriesBegan):
            return event.team
        if not isinstance(event, Scored) or not self.kicking:
            return None
        ends = {Score.TOUCHDOWN: event.team, Score.SAFETY: event.team.other}
        return ends.get(event.how)

    @property
    def kicked(self) -> int | None:
        """How many whole yards the ball was kicked."""
        told, state = self.told, self.before
        from_x = state.x_mm if state.phase is GamePhase.SCRIMMAGE else told.kicked_x_mm
        from_x = told.kicked_x_mm if told.kicked_x_mm is not None else from_x
        to_x = told.gained_x_mm
        if to_x is None and isinstance(self.event, SeriesBegan):
            to_x = self.event.x_mm
        if self.way not in (SheetColumn.KICK, SheetColumn.PUNT) or from_x is None or to_x is None:
            return None
        return round(abs(gained_yd(self.field, from_x, to_x, Direction.RIGHT)))

    @property
    def end_x_mm(self) -> float | None:
        """The board x in mm of the ball at the end of the play."""
        event, state = self.event, self.before
        if isinstance(event, PlayEnded):
            return state.x_mm if event.x_mm is None else event.x_mm
        if isinstance(event, SeriesBegan):
            return event.x_mm
        if isinstance(event, Scored) and event.how in (Score.TOUCHDOWN, Score.SAFETY):
            right = state.plays_toward(event.team) is Direction.RIGHT
            return self.field.goal_to_goal_mm if right else 0.0
        return None

    @property
    def _given_up_x_mm(self) -> float | None:
        """Where the offense lost the ball; a pass that was intercepted gained nothing."""
        return self.before.x_mm if self.intercepted else self.told.gained_x_mm

    def _yd(self, from_x: float, to_x: float, team: Team) -> float:
        return gained_yd(self.field, from_x, to_x, self.before.plays_toward(team))


def sheet_lines(fold: Fold, journal: Journal) -> list[SheetLine]:
    """Every line of a game, in order."""
    lines: list[SheetLine] = []
    for line in _lines(fold, journal):
        last = lines[-1] if lines else None
        # What was called in a play is written with its end, at the same instant.
        same = last is not None and (last.by, last.t_ns) == (line.by, line.t_ns)
        if last is not None and same and isinstance(line.event, Noted):
            lines[-1] = replace(last, notes=(*last.notes, line.event))
        elif isinstance(line.event, FoulsSettled):
            _settle(fold, lines, line)
        else:
            lines.append(line)
    return lines


def _settle(fold: Fold, lines: list[SheetLine], line: SheetLine) -> None:
    """A line for fouls that are settled; a play that they wipe out has its line for the penalty."""
    settled, state = line.event, line.before
    if not isinstance(settled, FoulsSettled):
        return
    snap, why = state.snap, ""
    event: Event = DownRepeated(fouled=snap is not None, kick=state.snap_kick)
    wipes_out = settled.how is FoulAnswer.OFFSET and snap is not None
    if settled.how is FoulAnswer.TAKE:
        foul = next(each for each in state.fouls if each.number == settled.number)
        taken = enforcement_of(fold.penalty_ground, state, foul)
        event, wipes_out = taken.event, taken.wipes_out
        why = f"{foul.called.foul}, {taken.yards:.0f} yards"
    elif settled.how is FoulAnswer.DECLINE:
        event = settled
    played = [i for i, each in enumerate(lines) if isinstance(each.event, PLAYS)]
    if not (wipes_out and played):
        lines.append(replace(line, event=event, why=why))
        return
    was = lines[played[-1]]
    told = _from_before(was.event)
    lines[played[-1]] = replace(was, event=event, after=line.after, told=told, why=why, notes=())


def _lines(fold: Fold, journal: Journal) -> Iterator[SheetLine]:
    entries = {entry.number: entry for entry in journal.entries}
    overturned, mixed_up = journal.overturned(), names_of_entries(journal)
    state = State()
    for number, written in journal.standing():
        entry = entries[number]
        ruling, names = overturned.get(number), mixed_up.get(number, {})
        # A ruling says whom it means; what was written at once goes by the names of then.
        event = with_true_names(written, names) if ruling is None else written
        after = fold.after(state, event)
        told = getattr(event, "told", None) or renamed(_from_before(entry.what), names)
        yield SheetLine(
            number=number,
            t_ns=entry.t_ns,
            by=entry.by,
            event=event,
            before=state,
            after=after,
            field=fold.field,
            told=told,
            judged=ruling is not None,
            why="" if ruling is None else ruling.why,
        )
        state = after


def _from_before(what: object) -> PlayAccount:
    """The account of a play before a ruling changed it, without the player who stopped it."""
    told = getattr(what, "told", None)
    return PlayAccount() if told is None else replace(told, by=())
