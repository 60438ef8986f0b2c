"""The procedure of a play as a table: each step, who holds the switch, what ends it.

A row reads: while this step runs, calls are made as in ``phase``; ``holder`` has the switch;
power goes off at ``limit`` at the latest, or at one of the ``stops``; at the stop one of the
``plays`` may be named, and without one ``then`` follows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from referee.calls.call import CallKind
from referee.calls.phase_state import PlayPhase
from referee.calls.play_name import PlayName
from referee.calls.stops.place_stop import StopPlace
from referee.calls.stops.power_pulse import PulseLimit
from referee.core.errors import BadValue
from referee.core.settings.ruled import RULE_ID
from referee.core.settings.settings_table import SettingsTable
from referee.game.events import ScrimmageKick
from referee.rulebooks.play_step import PlayStep

NamedT = TypeVar("NamedT", bound=StrEnum)


class SwitchHolder(StrEnum):
    """Who holds the switch."""

    OFFENSE = "offense"  # of the snap
    DEFENSE = "defense"
    CARRIER = "carrier's side"
    OTHER = "other side"  # than the carrier's
    LOST = "side that lost it"
    REFEREE = "referee"


class TurnablePlayers(StrEnum):
    """Who may be turned. Free are players who touch nobody that would hold them."""

    NOBODY = "nobody"
    ANYBODY = "anybody"
    FREE = "free"
    RECEIVERS_TOO = "receivers too"  # the free, and receivers off their men
    CARRIER = "carrier"
    NOT_CARRIER = "not carrier"  # the free without the carrier
    DEFENSE = "defense"  # its free men
    CARRIER_AND_DEFENSE = "carrier and defense"
    OTHER_SIDE = "other side"  # the free men of whoever has not the ball


class ReturnedKick(StrEnum):
    """What a return follows, as far as its stops differ."""

    PUNT = "punt"
    KICKOFF = "kickoff"  # and free kick


@dataclass(frozen=True, slots=True)
class ProcedureStop:
    """A stop on the way: where, what comes after it, how often in a play (0: any number).

    ``behind``: only after a catch behind the line of scrimmage. ``by``: whose stop it is; None:
    that of whoever holds the switch. ``after``: only on the return of a punt, or of other kicks.
    """

    at: StopPlace
    then: PlayStep
    times: int = 1
    behind: bool = False
    by: SwitchHolder | None = None
    after: ReturnedKick | None = None


@dataclass(frozen=True, slots=True)
class ProcedureRow:
    """One step. ``once``: it runs once in a play; then a play has to be named.

    ``refused`` is the rule behind a play that may not be named at the stop after it. ``turns`` says
    in words who may be turned before it, ``who`` and ``first`` as far as a camera can tell;
    ``turned_by`` is the rule behind that, None: that of the row. ``who_on`` says otherwise on a
    kick from scrimmage, ``who_after`` after a stop at a place.
    """

    step: PlayStep
    holder: SwitchHolder
    rule: str
    turns: str
    who: TurnablePlayers = TurnablePlayers.NOBODY
    first: SwitchHolder | None = None
    turned_by: str | None = None
    who_on: Mapping[ScrimmageKick, TurnablePlayers] | None = None
    who_after: Mapping[StopPlace, TurnablePlayers] | None = None
    phase: PlayPhase | None = None
    limit: PulseLimit | None = None
    then: PlayStep | None = None
    once: bool = False
    stops: tuple[ProcedureStop, ...] = ()
    plays: Mapping[PlayName, PlayStep] | None = None
    refused: str | None = None

    def __post_init__(self) -> None:
        if not RULE_ID.fullmatch(self.rule):
            raise BadValue("rule", self.rule, "the id of a rule, such as HEFL-STP-01")

    def turnable(self, kick: ScrimmageKick | None, stop: StopPlace | None) -> TurnablePlayers:
        """Who may be turned before the step, on a kick from scrimmage, after a stop at a place."""
        by_kick = self.who if kick is None else (self.who_on or {}).get(kick, self.who)
        return by_kick if stop is None else (self.who_after or {}).get(stop, by_kick)

    def follows(self) -> Iterator[tuple[str, PlayStep]]:
        """What can come after it and why, calls apart: the arrows of a picture."""
        if self.then is not None:
            yield ("time is over" if self.limit is not None else "power"), self.then
        for stop in self.stops:
            yield stop.at.value, stop.then
        for play, step in (self.plays or {}).items():
            yield f"“{play.value}”", step


_REFUSED = ("stop", "play", "throw", "option", "power")


@dataclass(frozen=True, slots=True)
class Refusals:
    """The rules that stand behind a stop, a play, a pass or power that is refused.

    ``option`` is that of a pass on a read option.
    """

    stop: str
    play: str
    throw: str
    option: str
    power: str

    def __post_init__(self) -> None:
        for key in _REFUSED:
            if not RULE_ID.fullmatch(getattr(self, key)):
                raise BadValue(key, getattr(self, key), "the id of a rule, such as HEFL-STP-01")


@dataclass(frozen=True, slots=True)
class Procedure:
    """All steps of a rulebook, and where the calls lead that give the ball to somebody else."""

    rows: tuple[ProcedureRow, ...]
    calls: Mapping[CallKind, PlayStep]
    refusals: Refusals

    def row(self, step: PlayStep) -> ProcedureRow:
        """The row of a step."""
        for row in self.rows:
            if row.step is step:
                return row
        known = ", ".join(row.step.value for row in self.rows)
        raise BadValue("step", step.value, f"one of this rulebook's: {known}")

    def __contains__(self, step: PlayStep) -> bool:
        """Whether the rulebook has such a step."""
        return any(row.step is step for row in self.rows)

    def before(self, step: PlayStep) -> PlayStep:
        """The stop before a step: after which row it comes by itself, else after which it may."""
        rows = [row for row in self.rows if row.step is not step]
        by_itself = (row.step for row in rows if row.then is step)
        named = (row.step for row in rows if step in (row.plays or {}).values())
        return next(by_itself, next(named, step))

    def of_phase(self, phase: PlayPhase) -> PlayStep | None:
        """The first step in which calls are made as in that phase."""
        return next((row.step for row in self.rows if row.phase is phase), None)


def procedure_of(table: SettingsTable) -> Procedure:
    """The procedure in a table; what it leads to has to be there."""
    rows = tuple(_row(step, table.table(step.value)) for step in PlayStep if step.value in table)
    if not rows or rows[0].step is not PlayStep.SET:
        raise table.error(PlayStep.SET.value, None, "a table, the beginning of every play")
    led = table.table("calls")
    kinds = {kind: led.choice(kind.value, list(PlayStep)) for kind in _LEADING if kind.value in led}
    no = table.table("refused")
    refusals = Refusals(*(no.text(key, 20) for key in _REFUSED))
    table.done()
    made = Procedure(rows, kinds, refusals)
    for row in rows:
        for why, step in row.follows():
            if step is not PlayStep.DEAD and step not in made:
                raise table.error(f"{row.step.value}: {why}", step.value, "a step it has")
    return made


_LEADING = (CallKind.CATCH, CallKind.INTERCEPTION, CallKind.FUMBLE, CallKind.RECOVERED)


def _row(step: PlayStep, table: SettingsTable) -> ProcedureRow:
    try:
        return ProcedureRow(
            step=step,
            holder=table.choice("switch", list(SwitchHolder)),
            rule=table.text("rule", 20),
            turns=table.text("turns", 120, "nobody"),
            who=table.choice("who", list(TurnablePlayers))
            if "who" in table
            else TurnablePlayers.NOBODY,
            first=table.choice("first", list(SwitchHolder)) if "first" in table else None,
            turned_by=table.text("turned_by", 20) if "turned_by" in table else None,
            who_on=_turnable(table, "who_on", ScrimmageKick),
            who_after=_turnable(table, "who_after", StopPlace),
            phase=table.choice("phase", list(PlayPhase)) if "phase" in table else None,
            limit=table.choice("limit", list(PulseLimit)) if "limit" in table else None,
            then=table.choice("then", list(PlayStep)) if "then" in table else None,
            once=table.flag("once", False),
            stops=tuple(_stop(each) for each in table.tables("stops", max_count=8)),
            plays=_plays(table.table("plays")) if "plays" in table else None,
            refused=table.text("refused", 20) if "refused" in table else None,
        )
    except BadValue as error:
        raise error if error.where else table.owning(error) from None


def _turnable(
    table: SettingsTable, key: str, named: type[NamedT]
) -> dict[NamedT, TurnablePlayers] | None:
    """Who may be turned, by kicks or by places of stops."""
    if key not in table:
        return None
    part = table.table(key)
    found = {}
    for name in part.keys:
        if name not in set(named):
            raise part.error(name, name, f"one of {', '.join(named)}")
        found[named(name)] = part.choice(name, list(TurnablePlayers))
    part.done()
    return found


def _stop(table: SettingsTable) -> ProcedureStop:
    return ProcedureStop(
        at=table.choice("at", list(StopPlace)),
        then=table.choice("then", list(PlayStep)),
        times=table.whole("times", 0, 20, 1),
        behind=table.flag("caught_behind", False),
        by=table.choice("by", list(SwitchHolder)) if "by" in table else None,
        after=table.choice("after", list(ReturnedKick)) if "after" in table else None,
    )


def _plays(table: SettingsTable) -> Mapping[PlayName, PlayStep]:
    for key in table.keys:
        if key not in {play.value for play in PlayName}:
            raise table.error(key, key, f"one of {', '.join(PlayName)}")
    return {p: table.choice(p.value, list(PlayStep)) for p in PlayName if p.value in table}
