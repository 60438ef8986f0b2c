"""What a game folder calls commands, declarations and entries: words of a format, not of the code.

A class may be renamed; what is written in games that were kept stays readable by its word.
"""

from __future__ import annotations

from collections.abc import Mapping

from referee.game.events import PlayAccount
from referee.game.journal import OverturnEntry
from referee.night import commands
from referee.official.declarations import types

# A class that is not listed is stored by its own name.
_WORDS: Mapping[type, str] = {
    PlayAccount: "Told",
    OverturnEntry: "Verdict",
    # declarations
    types.SwitchUsed: "Switched",
    types.PowerInterrupted: "Interrupted",
    types.StopRequested: "StopAsked",
    types.PlayMoved: "PutInto",
    types.LinemenNamed: "LinedUp",
    types.PlayNamed: "Named",
    types.KickNamed: "KickNamed",
    types.PassAimed: "Aimed",
    types.TargetRemoved: "TakenUp",
    types.PassThrown: "Thrown",
    types.BallAtRest: "BallLies",
    types.BallHandedOff: "HandedOff",
    types.BallPitched: "Pitched",
    types.BallLateraled: "Lateraled",
    types.DiceRolled: "Rolled",
    types.QuestionAnswered: "Answered",
    # commands
    commands.ReportReady: "Ready",
    commands.RevokeReady: "Wait",
    commands.StopBoard: "Stop",
    commands.Declare: "Say",
    commands.EnterEvent: "Enter",
    commands.TossCoin: "Toss",
    commands.RollForChallenge: "RollForChallenge",
    commands.RollForPenalty: "RollForPenalty",
    commands.RollDice: "RollDice",
    commands.SideDone: "SideDone",
    commands.OverturnCommand: "Overturn",
    commands.ApplyRulings: "Judge",
    commands.AddNote: "Note",
    commands.RemoveNote: "Unnote",
    commands.RejectMagnet: "NotMeant",
    commands.UndoLastEntry: "Undo",
    commands.CorrectRole: "Correct",
    commands.EnforcePenalty: "Penalty",
    commands.DeclinePenalty: "Decline",
    commands.SetAutoReady: "SetByItself",
    commands.ClearAlarm: "Clear",
    commands.ClearFault: "ClearFault",
    commands.PanicOff: "Panic",
    commands.NamePlayers: "Standing",
    commands.SwapPlayers: "Swap",
    commands.AnswerNameDoubt: "Answer",
    commands.SayWhoPlayed: "WhoPlayed",
}

# The same for fields.
_FIELD_WORDS: Mapping[tuple[type, str], str] = {
    (types.PlayMoved, "step"): "period",
    (commands.ApplyRulings, "entries"): "verdicts",
}


def stored_field(kind: type, name: str) -> str:
    """The key that a game folder has for a field of a command or a declaration."""
    return _FIELD_WORDS.get((kind, name), name)


def stored_name(kind: type) -> str:
    """The word that a game folder has for a command, a declaration or an entry."""
    return _WORDS.get(kind, kind.__name__)
