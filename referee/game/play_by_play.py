"""The play-by-play: every line of a game as a sentence for people."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from referee.core.field.yards import spot_name
from referee.core.roster import Team
from referee.game.events import (
    BallMoved,
    DownRepeated,
    Event,
    FoulAnswer,
    FoulCalled,
    FoulRolled,
    FoulsSettled,
    NamesCorrected,
    Noted,
    PenaltyDown,
    PlayEnded,
    PlayEnding,
    QuarterEnded,
    Score,
    Scored,
    SeriesBegan,
    Started,
    TryChosen,
    TryFailed,
)
from referee.game.frame_events import (
    Challenged,
    ChallengeDecided,
    Disputed,
    EndsChosen,
    KickChoice,
    KickChosen,
    OvertimeSettled,
    TimeoutTaken,
    Tossed,
)
from referee.game.sheet_column import NOT_CAUGHT, SheetColumn
from referee.game.sheet_line import SheetLine
from referee.game.state import GamePhase, OwedAct

TeamNames = Mapping[Team, str]
_HAPPENED: Mapping[str, str] = {
    PlayEnding.OUT_OF_BOUNDS: " out of bounds",
    PlayEnding.TOUCHBACK: " for a touchback",
}


@dataclass(frozen=True, slots=True)
class PlayByPlay:
    """Turns lines into sentences. ``who`` gives the name that people use for a player's id."""

    names: TeamNames
    who: Callable[[str], str]

    def tell(self, line: SheetLine) -> str:
        """A line in words, and whether somebody should look at it."""
        flagged = " To be reviewed." if line.flagged else ""
        return f"{self.tell_plainly(line)}{flagged}"

    def tell_plainly(self, line: SheetLine) -> str:
        """A line in words, for a screen that marks beside them what is to be reviewed."""
        told = _TELLS[type(line.event)](self, line, line.event)
        judged = " (after review)" if line.judged else ""
        return f"{told}{judged}"

    def name(self, team: Team | None) -> str:
        """What a team is called."""
        return "" if team is None else self.names.get(team, team.value)

    def player(self, player: str | None, otherwise: str) -> str:
        """The name of a player; without a player, the words ``otherwise``."""
        return otherwise if player is None else self.who(player)

    def players(self, players: tuple[str, ...]) -> str:
        """Several, as people list them."""
        return " and ".join(self.who(player) for player in players)


def _started(teller: PlayByPlay, _line: SheetLine, event: Started) -> str:
    kicks = "" if event.kicks is None else f" {teller.name(event.kicks)} kick off."
    return f"The game begins.{kicks}"


def _series(teller: PlayByPlay, line: SheetLine, event: SeriesBegan) -> str:
    told = line.told
    spot = spot_name(line.field, event.x_mm, line.before.plays_toward(event.team), 0)
    ball = f"{_whose(teller.name(event.team))} ball at the {spot}."
    if line.way is SheetColumn.NONE:
        return ball
    stopped = f" Stopped by {teller.players(told.by)}." if told.by else ""
    return f"{_kicked(teller, line)}. {ball}{stopped}"


def _kicked(teller: PlayByPlay, line: SheetLine) -> str:
    """The words for a kick and how far it was brought back."""
    told = line.told
    kick = (told.play or ("punt" if line.way is SheetColumn.PUNT else "kickoff")).capitalize()
    far = "" if line.kicked is None else f" of {_yards(line.kicked)}"
    if not line.returned:
        return f"{kick}{far}"
    by = f" by {teller.who(told.carrier)}" if told.carrier else ""
    return f"{kick}{far}, returned {_yards(line.returned)}{by}"


def _play(teller: PlayByPlay, line: SheetLine, event: PlayEnded) -> str:
    told = line.told
    if line.way is SheetColumn.SACK:
        lost = "" if line.gained is None else f" for {_yards(line.gained)}"
        by = f" by {teller.players(told.by)}" if told.by else ""
        return f"{teller.player(told.carrier, 'The passer')} is sacked{lost}{by}."
    if event.how in NOT_CAUGHT:
        to = f" to {teller.who(told.target)}" if told.target else ""
        return f"Pass{_by(teller, told.passer)}{to}: {event.how}."
    if line.taken_by is not None:
        return _taken(teller, line)
    how = _HAPPENED.get(event.how, "")
    where = _where(line, event.team, event.x_mm)
    stopped = f" Tackle by {teller.players(told.by)}." if told.by else ""
    fumbler = f" by {teller.who(line.fumbler)}" if line.fumbler else ""
    kept = f" Fumble{fumbler}, not lost." if line.fumbled else ""
    return f"{_moved(teller, line)}{where}{how}.{kept}{stopped}"


def _taken(teller: PlayByPlay, line: SheetLine) -> str:
    told, team = line.told, teller.name(line.taken_by)
    back = f", returned {_yards(line.returned)}" if line.returned else ""
    if line.intercepted:
        by = teller.player(told.carrier, team)
        lead = f"Pass{_by(teller, told.passer)} intercepted by {by}{back}"
    else:
        by = f" by {teller.who(line.fumbler)}" if line.fumbler else ""
        taker = teller.player(told.carrier, team)
        lead = f"Fumble{by}, recovered by {taker}{back}"
    where = _where(line, line.taken_by, line.end_x_mm)
    stopped = f" Tackle by {teller.players(told.by)}." if told.by else ""
    return f"{lead}{where}.{stopped}"


def _moved(teller: PlayByPlay, line: SheetLine) -> str:
    """The words for who gained how many yards, and how."""
    told = line.told
    yards = _for(line.gained)
    if line.way is SheetColumn.PASS:
        to = f" to {teller.who(told.carrier)}" if told.carrier else ""
        return f"Pass{_by(teller, told.passer)}{to}{yards}"
    named = told.play if told.play not in (None, "run", "pass") else None
    runner = teller.player(told.carrier, teller.name(line.before.team))
    runs = "run" if told.carrier is None else "runs"  # a team is many
    return f"{runner} {runs}{yards}" + (f" ({named})" if named else "")


def _whose(team: str) -> str:
    """The name of a team in front of what is theirs."""
    return f"{team}'" if team.endswith("s") else f"{team}'s"


def _scored(teller: PlayByPlay, line: SheetLine, event: Scored) -> str:
    worth = "1 point" if line.points == 1 else f"{line.points} points"
    points = f"{worth} for {teller.name(event.team)}."
    lead = event.how.value.capitalize()
    if event.how is Score.TOUCHDOWN and line.taken_by is not None:
        return f"{_taken(teller, line)} {lead}! {points}"
    if event.how in (Score.TOUCHDOWN, Score.SAFETY) and line.kicking:
        return f"{_kicked(teller, line)}. {lead}! {points}"
    if event.how in (Score.TOUCHDOWN, Score.PLAYED_TRY) and line.way is not SheetColumn.NONE:
        return f"{_moved(teller, line)}. {lead}! {points}"
    return f"{lead}. {points}"


def _chosen(teller: PlayByPlay, line: SheetLine, event: TryChosen) -> str:
    team = teller.name(line.before.team)
    return f"{team} kick for the try." if event.how is Score.KICKED_TRY else f"{team} go for it."


def _failed(teller: PlayByPlay, line: SheetLine, _event: TryFailed) -> str:
    return f"The try of {teller.name(line.before.team)} brings nothing."


def _again(_teller: PlayByPlay, line: SheetLine, event: DownRepeated) -> str:
    after = line.after
    where = "" if after.team is None else _where(line, after.team, after.x_mm)
    where = where.replace(" to ", " from ", 1)
    lead = f"Penalty: {line.why}. " if line.why and not line.judged else ""
    if event.down is PenaltyDown.AGAIN:
        return f"{lead}The down is played again{where}."
    return (
        f"{lead}{'First down' if event.down is PenaltyDown.FIRST else 'The down is lost'}{where}."
    )


def _foul(teller: PlayByPlay, _line: SheetLine, event: FoulCalled) -> str:
    seen = f" {event.words.rstrip('.')}." if event.words else ""
    return f"Flag: {event.foul} by {teller.name(event.team)}.{seen}"


def _rolled(_teller: PlayByPlay, line: SheetLine, event: FoulRolled) -> str:
    new = line.after.fouls[-1:] if line.after.fouls_called > line.before.fouls_called else ()
    foul = new[0].called.foul if new else "no foul"
    return f"Penalty dice: {event.penalty_die} and {event.action_die}, {foul}."


def _settled(_teller: PlayByPlay, _line: SheetLine, event: FoulsSettled) -> str:
    said = {FoulAnswer.TAKE: "Penalty", FoulAnswer.OFFSET: "Penalties of both sides"}
    return f"{said.get(event.how, 'Penalty declined')}."


def _ball_moved(_teller: PlayByPlay, _line: SheetLine, event: BallMoved) -> str:
    return f"The ball goes to the {event.to.value}."


def _quarter(teller: PlayByPlay, line: SheetLine, _event: QuarterEnded) -> str:
    state = line.after
    score = ", ".join(f"{teller.name(team)} {state.score(team)}" for team in Team)
    over = (
        "The game is over"
        if state.phase is GamePhase.OVER
        else f"End of quarter {line.before.quarter}"
    )
    if state.quarter > 1 and state.phase in (GamePhase.TOSS, GamePhase.OVERTIME):
        over = "The game is tied"
    return f"{over}. {score}."


def _tossed(teller: PlayByPlay, line: SheetLine, event: Tossed) -> str:
    if event.called is None:
        return f"The coin shows {event.fell.value}.{_kicks_off(teller, line)}"
    called = f"{teller.name(Team.AWAY)} call {event.called.value}"
    won = f"{teller.name(event.winner)} win the toss"
    return f"{called}, the coin shows {event.fell.value}: {won}.{_kicks_off(teller, line)}"


def _kick_chosen(teller: PlayByPlay, _line: SheetLine, event: KickChosen) -> str:
    words = {
        KickChoice.KICK: "kick",
        KickChoice.RECEIVE: "receive",
        KickChoice.DEFER: "leave the choice to the others",
    }
    return f"{teller.name(event.team)} {words[event.what]}."


def _ends_chosen(teller: PlayByPlay, _line: SheetLine, event: EndsChosen) -> str:
    return f"{teller.name(event.team)} defend the {event.plays.other.value} goal."


def _overtime_settled(_teller: PlayByPlay, _line: SheetLine, event: OvertimeSettled) -> str:
    return "Overtime." if event.played else "The game ends in a tie."


def _timeout(teller: PlayByPlay, _line: SheetLine, event: TimeoutTaken) -> str:
    longer = " One more play." if event.extra_play else ""
    return f"Timeout, {teller.name(event.team)}.{longer}"


def _challenged(teller: PlayByPlay, _line: SheetLine, event: Challenged) -> str:
    return f"{teller.name(event.team)} challenge the ruling."


def _challenge_decided(_teller: PlayByPlay, _line: SheetLine, event: ChallengeDecided) -> str:
    die = "" if event.die is None else f" The die shows {event.die}."
    return f"The ruling {'is reversed' if event.won else 'stands'}.{die}"


def _disputed(teller: PlayByPlay, _line: SheetLine, event: Disputed) -> str:
    return f"Disputed: the call goes to {teller.name(event.team)}."


def _kicks_off(teller: PlayByPlay, line: SheetLine) -> str:
    """Who kicks off, once that is known."""
    after = line.after
    acts = [OwedAct(after.phase, after.team), *after.owed]
    kicks = next((each.team for each in acts if each.act is GamePhase.KICKOFF), None)
    return "" if kicks is None else f" {teller.name(kicks)} kick off."


def _noted(_teller: PlayByPlay, _line: SheetLine, event: Noted) -> str:
    return f"{event.words[:1].upper()}{event.words[1:]}".rstrip(".") + "."


def _corrected(teller: PlayByPlay, _line: SheetLine, event: NamesCorrected) -> str:
    pairs = zip(event.called, event.truly, strict=True)
    mixed = ", ".join(f"{teller.who(a)} was {teller.who(b)}" for a, b in pairs)
    return f"Names put right: {mixed}."


def _where(line: SheetLine, team: Team | None, x_mm: float | None) -> str:
    if team is None or x_mm is None:
        return ""
    return f" to the {spot_name(line.field, x_mm, line.before.plays_toward(team), 0)}"


def _by(teller: PlayByPlay, player: str | None) -> str:
    return "" if player is None else f" by {teller.who(player)}"


def _for(yards: int | None) -> str:
    if yards is None:
        return ""
    return " for no gain" if yards == 0 else f" for {_yards(yards)}"


def _yards(yards: int) -> str:
    return f"{yards} yard" if abs(yards) == 1 else f"{yards} yards"


_TELLS: Mapping[type[Event], Callable[[PlayByPlay, SheetLine, Any], str]] = {
    Started: _started,
    SeriesBegan: _series,
    PlayEnded: _play,
    Scored: _scored,
    TryChosen: _chosen,
    TryFailed: _failed,
    DownRepeated: _again,
    FoulCalled: _foul,
    FoulRolled: _rolled,
    FoulsSettled: _settled,
    BallMoved: _ball_moved,
    QuarterEnded: _quarter,
    Tossed: _tossed,
    KickChosen: _kick_chosen,
    EndsChosen: _ends_chosen,
    OvertimeSettled: _overtime_settled,
    TimeoutTaken: _timeout,
    Challenged: _challenged,
    ChallengeDecided: _challenge_decided,
    Disputed: _disputed,
    Noted: _noted,
    NamesCorrected: _corrected,
}
