"""The steps of a play: each is one power run, from switching on to switching off."""

from __future__ import annotations

from enum import StrEnum


class PlayStep(StrEnum):
    """The step of a play that runs; with the power off, the next one."""

    SET = "set"  # nothing has run yet; power is the snap
    SNAP = "snap"
    READ = "read"
    SCRAMBLE = "scramble"
    TO_THE_LINE = "run to the line"
    AFTER_THE_LINE = "run after the line"
    TO_THE_END = "run to the end"
    POCKET = "pass"  # power until the offense stops it
    IN_THE_AIR = "pass in the air"
    AFTER_CATCH = "after the catch"
    AFTER_INTERCEPTION = "after the interception"
    RECOVERY = "fumble recovery"
    ADVANCE = "advance"
    KICK_SNAP = "kick snap"
    RUSH = "rush on the kick"
    COVERAGE = "kick coverage"  # the kick is in the air
    KICKED_BALL = "kicked ball"  # it lies loose on the board
    RETURN = "return"
    RETURN_STOPPED = "return after the stop"
    DEAD = "dead"
