"""The next play's line-up: read while the board rests, corrected by a tap, kept in the play."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from referee.calls.frame import BoardFrame
from referee.calls.play_name import KickName
from referee.core.clock import MS_NS
from referee.core.errors import BadValue
from referee.core.field.field_profile import FieldProfile
from referee.core.roster import Roster, Team
from referee.game.state import GamePhase, State
from referee.night.sound.sentences import player_name
from referee.official.line_up.line_up import (
    INTERIOR,
    OFFENSE,
    TAKES_SNAP,
    LineUp,
    LineUpFault,
    LineUpForm,
    Role,
)
from referee.official.line_up.line_up_reader import read_line_up
from referee.official.line_up.measured_player import Scrimmage
from referee.rulebooks.rulebook import Rulebook

# Reading costs 2 ms; a board at rest does not change ten times a second.
EVERY_NS = 200 * MS_NS
# What is against a line-up is said once so many readings in a row have it: a base that was just
# set down, or that one frame shows badly, is a doubt until then.
READINGS = 3
# A corrected player who stands elsewhere in the formation, by base lengths, is somebody anew.
MOVED = 1.5
# From this on a role is clear enough for the referee to go by it unasked.
CLEAR_ROLE = 0.8
_SNAPS = (GamePhase.SCRIMMAGE, GamePhase.TRY)
# Roles that only one player can have at a time.
_ONE = (Role.CENTER, *TAKES_SNAP, Role.KICKER)


@dataclass(frozen=True, slots=True)
class RoleCorrection:
    """What a coach said of a player, and where in the formation the player stood then, in mm."""

    role: Role
    depth_mm: float
    across_mm: float


class LineUpReader:
    """Fed every frame of a resting board before the snap."""

    def __init__(
        self, rulebook: Rulebook, field: FieldProfile, roster: Roster, names: Mapping[Team, str]
    ) -> None:
        self._rules, self._kicks = rulebook.calls, rulebook.kicks
        self._field, self._roster = field, roster
        self._names = names
        self._corrected: dict[str, RoleCorrection] = {}
        self._due_ns = 0
        self._before: tuple[LineUp, ...] = ()
        self.line_up: LineUp | None = None

    def forget(self) -> None:
        """The next play is about to be set up; what was corrected is remembered."""
        self.line_up, self._due_ns, self._before = None, 0, ()

    def update(self, board: BoardFrame, state: State, kick: KickName | None = None) -> bool:
        """A frame at rest before a snap or a kick; whether the line-up was read anew."""
        lined = self._kicks.lined_up_for(state.phase, kick)
        if (state.phase not in _SNAPS and lined is None) or state.team is None:
            self.line_up = None
            return False
        if board.t_ns < self._due_ns:
            return False
        if board.t_ns - self._due_ns > EVERY_NS:
            self._before = ()
        self._due_ns = board.t_ns + EVERY_NS
        at = Scrimmage(state.team, state, self._field, self._rules, lined)
        found = read_line_up(board, self._roster, at, self._said())
        moved = [name for name in self._corrected if self._elsewhere(name, found)]
        if moved and found.form is not LineUpForm.NONE:
            for name in moved:
                del self._corrected[name]
            found = read_line_up(board, self._roster, at, self._said())
        self.line_up = steady(found, self._before)
        self._before = (*self._before, found)[1 - READINGS :]
        return True

    def correct(self, role: Role, player: str) -> None:
        """A coach says who plays what; it holds until the player stands elsewhere."""
        found = self.line_up
        man = None if found is None else found.find(player)
        if found is None or man is None:
            raise BadValue("player", player, "somebody of the line-up that stands")
        if man.team is not found.offense or role not in OFFENSE:
            raise BadValue("role", role.value, "a role of the offense, for one of its players")
        if role in _ONE:
            others = [name for name, said in self._corrected.items() if said.role is role]
            for name in others:
                del self._corrected[name]
        self._corrected[player] = RoleCorrection(role, man.depth_mm, man.across_mm)
        self._due_ns = 0

    @property
    def linemen(self) -> tuple[str, ...] | None:
        """Center, guards and tackles, where all five are clear."""
        found = self.line_up
        if found is None:
            return None
        men = [man for man in found.of(*INTERIOR) if man.certainty >= CLEAR_ROLE]
        return tuple(sorted(man.player for man in men)) if len(men) == _FIVE else None

    @property
    def against(self) -> tuple[str, ...]:
        """Why this line-up is not set, as sentences; none: it is, as far as anybody can see."""
        return tuple(self._against())

    def _against(self) -> Iterator[str]:
        found = self.line_up
        if found is None or found.form is LineUpForm.NONE:
            yield "Nobody stands over the ball."
            return
        for name in found.fallen:
            yield f"{player_name(name, self._roster, self._names)} lies: stand the figure up."
        for fault in found.faults:
            yield self.worded(fault)

    def worded(self, fault: LineUpFault) -> str:
        """A fault as a sentence, with the names people know."""
        who = self.names_of(fault.players)
        side = self._names.get(fault.team, fault.team.value)
        return f"{fault.sentence}: {who or side}."

    def names_of(self, players: Iterable[str]) -> str:
        """Players as people say them, one after the other."""
        return ", ".join(player_name(each, self._roster, self._names) for each in players)

    def measured(self, fault: LineUpFault) -> str:
        """The same with what was measured: the front's depth, or the gap of two bases."""
        a_yard = self._field.length_mm_per_yd
        if fault.front_mm is not None:
            far = f" (front {fault.front_mm / a_yard:.1f} yards off the line)"
        elif fault.gap_mm is not None:
            far = f" (gap {max(fault.gap_mm, 0.0) / a_yard:.1f} yards)"
        else:
            far = ""
        return self.worded(replace(fault, sentence=f"{fault.sentence}{far}"))

    def _said(self) -> dict[str, Role]:
        return {name: said.role for name, said in self._corrected.items()}

    def _elsewhere(self, player: str, found: LineUp) -> bool:
        said, man = self._corrected[player], found.find(player)
        if man is None:
            return player not in found.missing
        if man.team is not found.offense:
            return True
        base = self._roster.player(player).base
        moved_mm = math.hypot(man.depth_mm - said.depth_mm, man.across_mm - said.across_mm)
        return moved_mm > MOVED * base.length_mm


def steady(found: LineUp, before: Sequence[LineUp]) -> LineUp:
    """The same line-up; a fault that the readings before it did not all have is a doubt."""
    earlier = [{_about(fault) for fault in reading.faults} for reading in before]
    lasting = len(earlier) >= READINGS - 1
    kept = tuple(f for f in found.faults if lasting and all(_about(f) in e for e in earlier))
    fresh = tuple(f for f in found.faults if f not in kept)
    return replace(found, faults=kept, doubts=(*fresh, *found.doubts))


def _about(fault: LineUpFault) -> tuple[Team, str, tuple[str, ...]]:
    return fault.team, fault.rule, fault.players


_FIVE = 5
