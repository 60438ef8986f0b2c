"""One kick of a rulebook: its stages one after the other, and its numbers and choices.

A number or choice that a book does not have is None: the kick goes without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any

from referee.calls.kicks.block_rules import BlockTouch
from referee.calls.loose.loose_rules import JointPossession, RecoveredBy
from referee.calls.play_name import KickName
from referee.core.errors import BadValue
from referee.core.settings.ruled import (
    RULE_ID,
    Ruled,
    RuleSetting,
    choice,
    flag,
    number,
    settings_of,
)
from referee.game.state import GamePhase
from referee.rulebooks.kicks.roll_table import GoalTable, RollTable
from referee.rulebooks.play_step import PlayStep


class KickWhen(StrEnum):
    """When a kick may be chosen."""

    TRAILING = "while trailing"
    TRAILING_LAST = "while trailing in the last quarter"


class KickLimit(StrEnum):
    """Which time ends a power run of a kick."""

    SNAP = "snap"
    RUSH = "rush"
    HANG = "hang time"
    ROLLED = "rolled"  # the hang time that the dice gave
    RECOVERY = "recovery"


class KickAsk(StrEnum):
    """What people say of a kick that no camera sees."""

    RESULT = "kick result"  # good or no good
    LANDING = "kick landing"  # where it came down
    CHOICE = "kick choice"  # whether it is run back


class KickLanding(StrEnum):
    """How somebody comes by the ball that was kicked."""

    ON_LINE = "on its line"  # whose base is on the line on which it comes down
    ON_SPOT = "on its spot"  # whose base is on the spot, else it lies loose there
    LOOSE = "loose"  # it lies there, and everybody goes for it
    RETURNER = "returner"  # who waits for it has it, unless that is covered
    PUT_DOWN = "put down"  # a returner is put on the board then


class BlockedBall(StrEnum):
    """What becomes of a kick that was blocked."""

    FUMBLE = "a fumble"
    DEAD_AT_KICKER = "dead where the kicker stands"
    DEAD_AT_TOUCH = "dead where the bases touch"


class BehindGoal(StrEnum):
    """What it is when that happens behind a goal line."""

    SAFETY = "safety"
    TOUCHDOWN = "touchdown"
    TOUCHBACK = "touchback"


class KickedTo(StrEnum):
    """Whose ball it is when the kicking side is there first."""

    KICKING = "the kicking side"
    RECEIVING = "the receiving side"


class FairCatchWhen(StrEnum):
    """When the receiving side may say that it will not run the kick back."""

    IN_AIR = "while the kick is in the air"
    BEFORE = "before the kick is covered"
    LANDED = "once the kick has come down"


@dataclass(frozen=True, slots=True)
class KickStage:
    """One stage: a power run, a roll, a question, or the ball coming down; exactly one of them.

    ``limit`` ends the run, ``rule`` is what the stage stands under. The roll "snap" is that of
    every long snap.
    """

    run: PlayStep | None = None
    limit: KickLimit | None = None
    roll: str | None = None
    ask: KickAsk | None = None
    land: KickLanding | None = None
    rule: str | None = None

    def __post_init__(self) -> None:
        if self.rule is not None and not RULE_ID.fullmatch(self.rule):
            raise BadValue("rule", self.rule, "the id of a rule, such as HEFL-KO-01")
        if sum(each is not None for each in (self.run, self.roll, self.ask, self.land)) != 1:
            raise BadValue("stages", str(self), "one of run, roll, ask, land in each stage")


SNAP_ROLL = "snap"


@dataclass(frozen=True, slots=True)
class KickRules:
    """The numbers and choices of one kick."""

    when: Annotated[Ruled[KickWhen] | None, choice(KickWhen, "when it may be chosen; else always")]
    from_yd: Annotated[
        Ruled[float] | None, number(0, 100, "the kicking side's yard line it is kicked from")
    ]
    restraining_yd: Annotated[
        Ruled[float] | None, number(0, 100, "the kicking side's yard line of the receiving side")
    ]
    near_line: Annotated[
        Ruled[float] | None,
        number(0, 11, "how many of the receiving side have to be on their line, or near it"),
    ]
    near_line_yd: Annotated[Ruled[float] | None, number(0, 50, "yards behind it that are near")]
    behind_line: Annotated[
        Ruled[float] | None,
        number(0, 11, "how many of the receiving side have to be no further behind their line"),
    ]
    behind_line_yd: Annotated[
        Ruled[float] | None, number(0, 50, "yards behind it that those may be")
    ]
    returner_yd: Annotated[
        Ruled[float] | None,
        number(0, 50, "yards off their goal line that a returner may be who has to be on it"),
    ]
    returner_at_yd: Annotated[
        Ruled[float] | None,
        number(0, 50, "the receiving side's yard line that it is instead of their goal line"),
    ]
    blockers_face_back: Annotated[
        Ruled[bool] | None,
        flag("whether those behind the receiving side's line face their own end zone"),
    ]
    longest_yd: Annotated[
        Ruled[float] | None, number(0, 100, "yards to the goal line from which it may be tried")
    ]
    nearest_yd: Annotated[
        Ruled[float] | None, number(0, 100, "yards to the goal line that are needed for it")
    ]
    back_yd: Annotated[
        Ruled[float] | None, number(0, 20, "yards behind the line of scrimmage of the kick")
    ]
    posts_yd: Annotated[
        Ruled[float] | None, number(0, 20, "yards from the goal line to the goal posts")
    ]
    depth_least_yd: Annotated[
        Ruled[float] | None, number(0, 30, "yards behind the line that the kicker has to be deep")
    ]
    depth_most_yd: Annotated[
        Ruled[float] | None, number(0, 30, "yards behind the line that the kicker may be deep")
    ]
    depth_centre: Annotated[
        Ruled[bool] | None,
        flag("whether that is measured to the middle of the base, else its front"),
    ]
    depth_free_yd: Annotated[
        Ruled[float] | None,
        number(0, 30, "yards to the own goal line within which the kicker may be nearer"),
    ]
    carries_yd: Annotated[
        Ruled[float] | None, number(0, 100, "yards that it carries without being kicked")
    ]
    rush_s: Annotated[Ruled[float] | None, number(0, 30, "seconds of the rush")]
    hang_s: Annotated[Ruled[float] | None, number(0, 30, "seconds in the air")]
    recovery_s: Annotated[
        Ruled[float] | None, number(0, 30, "seconds of a try to recover it; 0: no limit")
    ]
    block: Annotated[
        Ruled[BlockTouch] | None, choice(BlockTouch, "which touch of the kicker blocks it")
    ]
    blocked: Annotated[
        Ruled[BlockedBall] | None, choice(BlockedBall, "what becomes of a kick that was blocked")
    ]
    blocked_behind: Annotated[
        Ruled[BehindGoal] | None,
        choice(BehindGoal, "what a block behind the kicking side's goal line is"),
    ]
    touchback_yd: Annotated[
        Ruled[float] | None, number(0, 100, "the own yard line after a touchback")
    ]
    covered: Annotated[
        Ruled[bool] | None, flag("whether cover at the returner's line makes it a fair catch")
    ]
    reached_goal: Annotated[
        Ruled[bool] | None, flag("whether cover that reaches the end zone makes it a touchback")
    ]
    beyond_yd: Annotated[
        Ruled[float] | None,
        number(0, 50, "yards beyond the foremost of the cover where a returner is put down"),
    ]
    placed_yd: Annotated[
        Ruled[float] | None,
        number(0, 50, "yards off where it came down that a returner may be put"),
    ]
    placed_in_end_zone: Annotated[
        Ruled[bool] | None,
        flag("whether a returner is put into its end zone, between the hash marks"),
    ]
    interference_yd: Annotated[
        Ruled[float] | None, number(0, 50, "yards for touching the returner too early")
    ]
    fair_catch: Annotated[
        Ruled[FairCatchWhen] | None, choice(FairCatchWhen, "when a fair catch may be called")
    ]
    fair_catch_yd: Annotated[
        Ruled[float] | None, number(0, 100, "the own yard line after a fair catch")
    ]
    declined_yd: Annotated[
        Ruled[float] | None, number(0, 100, "the own yard line after a kick that was declined")
    ]
    landed_on: Annotated[
        Ruled[KickedTo] | None,
        choice(KickedTo, "whose ball it is when it comes down on the kicking side alone"),
    ]
    downed: Annotated[
        Ruled[KickedTo] | None, choice(KickedTo, "whose ball it is when the kicking side has it")
    ]
    downed_behind: Annotated[
        Ruled[BehindGoal] | None, choice(BehindGoal, "what that is behind the goal line")
    ]
    muffs: Annotated[
        Ruled[bool] | None, flag("whether a fair catch is muffed by who is not where it comes down")
    ]
    muffed_returns: Annotated[
        Ruled[bool] | None, flag("whether the receiving side may run with a fair catch it muffed")
    ]
    muffed: Annotated[
        Ruled[KickedTo] | None, choice(KickedTo, "the same after a fair catch that was muffed")
    ]
    muffed_behind: Annotated[
        Ruled[BehindGoal] | None, choice(BehindGoal, "what that is behind the goal line")
    ]
    recovers: Annotated[
        Ruled[RecoveredBy] | None, choice(RecoveredBy, "what recovers it where it lies")
    ]
    hold_s: Annotated[
        Ruled[float] | None, number(0, 10, "seconds for which it has to be held for that")
    ]
    together: Annotated[
        Ruled[JointPossession] | None,
        choice(JointPossession, "what it is when both sides have it at once"),
    ]
    returns: Annotated[
        Ruled[bool] | None, flag("whether the receiving side may run with what it recovers")
    ]
    held_stays: Annotated[
        Ruled[bool] | None,
        flag("whether a receiver whom an opponent touches may not run with what it recovers"),
    ]
    missed_yd: Annotated[
        Ruled[float] | None, number(0, 50, "the yard line that a miss brings at least")
    ]
    short_from_yd: Annotated[
        Ruled[float] | None,
        number(0, 100, "yards from which the least roll falls short, and lives"),
    ]
    high_snap_yd: Annotated[
        Ruled[float] | None, number(0, 50, "yards behind the kicker where a high snap comes down")
    ]
    high_snap_behind: Annotated[
        Ruled[BehindGoal] | None,
        choice(BehindGoal, "what a high snap out of the back of the end zone is"),
    ]
    lies_yd: Annotated[
        Ruled[float] | None,
        number(0, 100, "the kicking side's yard line on which the ball is laid"),
    ]
    holder_blocks: Annotated[
        Ruled[bool] | None, flag("whether a touch of the holder blocks it too")
    ]
    fake: Annotated[Ruled[bool] | None, flag("whether it may be a fake")]


@dataclass(frozen=True, slots=True)
class Kick:
    """One kick of a rulebook. ``acts`` are the parts of a game in which it may be chosen."""

    name: KickName
    rule: str
    acts: tuple[GamePhase, ...]
    stages: tuple[KickStage, ...]
    rules: KickRules

    def __post_init__(self) -> None:
        if not RULE_ID.fullmatch(self.rule):
            raise BadValue("rule", self.rule, "the id of a rule, such as HEFL-KO-01")


@dataclass(frozen=True, slots=True)
class KickTable:
    """All kicks of a rulebook with the tables that they are rolled on.

    ``must_punt`` is the rule by which a side has to punt on its last down; None: there is none.
    """

    kicks: Mapping[KickName, Kick]
    rolls: Mapping[str, RollTable]
    goals: Mapping[str, GoalTable]
    must_punt: str | None = None

    def named(self, name: KickName) -> Kick:
        """The kick of that name."""
        found = self.kicks.get(name)
        if found is None:
            known = ", ".join(kick.value for kick in self.kicks)
            raise BadValue("kick", name.value, f"one of this rulebook's: {known}")
        return found

    def of_act(self, act: GamePhase) -> tuple[Kick, ...]:
        """The kicks of a part of the game."""
        return tuple(kick for kick in self.kicks.values() if act in kick.acts)

    def without_snap(self, act: GamePhase, name: KickName | None = None) -> Kick | None:
        """The kick that is lined up for in an act without a snap; by default the usual one."""
        if act not in (GamePhase.KICKOFF, GamePhase.FREE_KICK):
            return None
        kicks = self.of_act(act)
        said = next((kick for kick in kicks if kick.name is name), None)
        return said or next((kick for kick in kicks if kick.name is not KickName.ONSIDE), None)

    def lined_up_for(self, act: GamePhase, name: KickName | None = None) -> Kick | None:
        """The kick that both sides line up for: the usual one without a snap, else a chosen one.

        None: a play, or a kick for which nobody has to stand anywhere.
        """
        if act in (GamePhase.KICKOFF, GamePhase.FREE_KICK):
            return self.without_snap(act, name)
        chosen = next((kick for kick in self.of_act(act) if kick.name is name), None)
        snapped = chosen is not None and any(stage.run is not None for stage in chosen.stages)
        return chosen if snapped else None

    def settings(self) -> Iterator[tuple[KickName, str, RuleSetting, Ruled[Any]]]:
        """Every number and choice that a kick has: the kick, its key, what it means, its value."""
        for name, kick in self.kicks.items():
            for key, setting in settings_of(KickRules):
                value = getattr(kick.rules, key)
                if value is not None:
                    yield name, key, setting, value
