"""The words for plays and sides that coaches say and rulebooks use."""

from __future__ import annotations

from enum import StrEnum


class PlayName(StrEnum):
    """What the offense says it does."""

    RUN = "run"
    SNEAK = "sneak"
    DRAW = "draw"
    DELAY = "delay"
    SWEEP = "sweep"
    PITCH = "pitch"
    READ_OPTION = "read option"
    FORWARD = "pass"
    SHOVEL = "shovel pass"
    SCRAMBLE = "scramble"
    CUTBACK = "cutback"
    THROW_AWAY = "throw away"
    SPIKE = "spike"
    KNEEL = "kneel"


class KickName(StrEnum):
    """What is kicked, and how."""

    KICKOFF = "kickoff"
    FREE_KICK = "free kick"
    ONSIDE = "onside kick"
    PUNT = "punt"
    COFFIN_CORNER = "coffin corner"
    UNKICKED_PUNT = "punt without a kick"
    FIELD_GOAL = "field goal"
    FIELD_GOAL_BY_HAND = "field goal by hand"
    UNRUSHED_FIELD_GOAL = "field goal without a rush"


class ActingSide(StrEnum):
    """Who does something: by the play (who snapped the ball), by name, or nobody of the two."""

    OFFENSE = "offense"
    DEFENSE = "defense"
    HOME = "home"
    AWAY = "away"
    REFEREE = "referee"


class PassStick(StrEnum):
    """The passing sticks, by their colours, from the shortest on."""

    RED = "red"
    GREEN = "green"
    WHITE = "white"
    YELLOW = "yellow"
    BLUE = "blue"


class MissedThrow(StrEnum):
    """What a thrown ball came to when no player was hit."""

    NOBODY = "nobody"
    BOARD = "board"
    OUT = "out"


class RollKind(StrEnum):
    """What dice are rolled for."""

    RECOVERY = "recovery"
    FALL = "fall"
    HANDOFF = "handoff"
    PITCH = "pitch"
    SHOVEL = "shovel pass"
    SNAP = "snap"
    KICK = "kick"
