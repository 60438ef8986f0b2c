"""What a magnet means that has been laid on the field: a table by its colour.

The colours are those of the EFHL; other leagues may use them just as well. A meaning is a sentence,
what is to be done about it, and what takes that back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from referee.core.field.yards import gained_yd
from referee.game.events import Noted, NoteTopic
from referee.game.order.interruptions import may_challenge
from referee.game.order.periods import in_drill, in_overtime
from referee.game.state import GamePhase
from referee.night.commands import AddNote, Command, Declare, RemoveNote
from referee.night.magnets.placed_magnet import (
    BESIDE_MM,
    BETWEEN_PLAYS,
    EFHL,
    MagnetScene,
    PlacedMagnet,
    at_corner,
)
from referee.night.sound.sentences import player_name
from referee.official.declarations.types import BallAtRest, PassAimed, PlayNamed, TargetRemoved
from referee.rulebooks.play_step import PlayStep
from referee.vision.sighting import Thing

# The leagues in which a ball on a base marks who has it, and that of a dropped one.
MARKS_CARRIER = frozenset({"simplified"})
DROPPED: Mapping[str, frozenset[Thing]] = {EFHL: frozenset({Thing.FELT_BALL})}
# A ball whose gap to a base is at most this lies on it.
ON_MM = 2.0
# A pylon this near to a line is meant for it.
MEANT_YD = 6.0
# A pylon this near to a line stands right.
RIGHT_YD = 0.5


@dataclass(frozen=True, slots=True)
class MagnetMeaning:
    """``taken_back`` is said when what it led to is taken back by ``back``.

    Without a sentence the magnet is as it should be.
    """

    sentence: str
    command: Command | None = None
    back: Command | None = None
    taken_back: str = ""


NOTHING_TO_SAY = MagnetMeaning("")


def meaning_of(laid: PlacedMagnet, at: MagnetScene) -> MagnetMeaning | None:
    """What a magnet means now; None: nothing, or nothing yet."""
    return _MEANINGS[laid.kind](laid, at)


def _challenge(_laid: PlacedMagnet, at: MagnetScene) -> MagnetMeaning:
    late = _no_challenge(at)
    if late or at.call is None:
        return MagnetMeaning(late or "A challenge, but nothing has been called yet.")
    what = f"call {at.call_number}, {at.call.kind.value}"
    rule = at.rule("EFHL-CHL-01")
    note = Noted(f"challenge: {what}", rule, flagged=True, about=NoteTopic.CHALLENGE)
    return MagnetMeaning(
        f"Challenge. It goes to review: {at.call.kind.value}.",
        AddNote(note),
        RemoveNote(note),
        "The challenge is taken back.",
    )


def _no_challenge(at: MagnetScene) -> str:
    if at.notice.step not in BETWEEN_PLAYS:
        return "Too late for a challenge: the ball has been snapped."
    if at.rules.challenges is None or may_challenge(at.rules, at.state):
        return ""
    if in_overtime(at.rules, at.state):
        return "No challenge in overtime."
    if in_drill(at.rules, at.state):
        return "No challenge in the last two plays of a half."
    return "Nobody has a challenge left, or no timeout for one."


def _flag(laid: PlacedMagnet, at: MagnetScene) -> MagnetMeaning:
    when = "before the snap" if at.notice.step is PlayStep.SET else "in the play"
    note = Noted(f"flag at the {at.spot(laid.x_mm)}, {when}", at.rule("EFHL-PEN-02"), flagged=True)
    said = f"Flag at the {at.spot(laid.x_mm)}."
    return MagnetMeaning(said, AddNote(note), RemoveNote(note), "The flag is picked up.")


def _pivot(laid: PlacedMagnet, at: MagnetScene) -> MagnetMeaning | None:
    player = at.beside(laid, BESIDE_MM) if laid.at_this_stop else None
    if player is None or at.notice.step in BETWEEN_PLAYS:
        return None
    who = player_name(player, at.roster, at.names)
    return MagnetMeaning(
        f"Pivot, {who}.", AddNote(Noted(f"pivot mark at {who}", at.rule("EFHL-PIV-01")))
    )


def _ball(laid: PlacedMagnet, at: MagnetScene) -> MagnetMeaning | None:
    dropped = DROPPED.get(at.league, frozenset({Thing.FELT_BALL, Thing.BALL_MAGNET}))
    where = at.spot(laid.x_mm)
    if at.ball_due:
        if laid.kind not in dropped:
            return None
        lies, off = Declare(BallAtRest(laid.marker)), Declare(BallAtRest(None))
        return MagnetMeaning(
            f"The ball lies at the {where}.", lies, off, "The ball is off the board."
        )
    backward = at.passes_back(laid)
    if at.target_due or backward:
        if laid.kind is not Thing.BALL_MAGNET or not laid.at_this_stop:
            return None
        target, up = PassAimed(laid.marker, backward=backward), TargetRemoved()
        said = "Target of a backward pass" if backward else "Target"
        back = "The target is taken up."
        return MagnetMeaning(f"{said} at the {where}.", Declare(target), Declare(up), back)
    return _carrier(laid, at)


def _carrier(laid: PlacedMagnet, at: MagnetScene) -> MagnetMeaning | None:
    """In some leagues the ball on a base tells who has it."""
    if at.league not in MARKS_CARRIER or at.notice.step is PlayStep.DEAD:
        return None
    player = at.beside(laid, ON_MM, at.notice.team)
    if player is None or player == at.notice.carrier:
        return None
    named = Declare(PlayNamed(carrier=player))
    return MagnetMeaning(f"{player_name(player, at.roster, at.names)} has the ball.", named)


def _pylon(laid: PlacedMagnet, at: MagnetScene) -> MagnetMeaning:
    """Whether a pylon at the sideline stands where the ball is, or the line to gain."""
    state, field = at.state, at.field
    if state.phase is not GamePhase.SCRIMMAGE or state.team is None or at_corner(laid, field):
        return NOTHING_TO_SAY
    lines = {"the line of scrimmage": state.x_mm}
    if state.to_gain_x_mm is not None:
        lines["the line to gain"] = state.to_gain_x_mm
    line = min(lines, key=lambda each: abs(lines[each] - laid.x_mm))
    off_yd = gained_yd(field, lines[line], laid.x_mm, state.plays_toward(state.team))
    if not RIGHT_YD < abs(off_yd) <= MEANT_YD:
        return NOTHING_TO_SAY
    yards = f"{round(abs(off_yd) * 2) / 2:.1f}".removesuffix(".0")
    unit = "yard" if yards == "1" else "yards"
    way = "beyond" if off_yd > 0 else "short of"
    return MagnetMeaning(f"The pylon stands {yards} {unit} {way} {line}.")


_MEANINGS: Mapping[Thing, Callable[[PlacedMagnet, MagnetScene], MagnetMeaning | None]] = {
    Thing.RED_MAGNET: _challenge,
    Thing.YELLOW_MAGNET: _flag,
    Thing.GREEN_MAGNET: _pivot,
    Thing.BALL_MAGNET: _ball,
    Thing.FELT_BALL: _ball,
    Thing.ORANGE_PYLON: _pylon,
}
