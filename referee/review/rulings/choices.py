"""What a person may choose to stand instead of a call, and what is asked for it."""

from __future__ import annotations

from dataclasses import dataclass

from referee.core.errors import BadValue
from referee.core.field.field_profile import FieldProfile
from referee.game.events import Event, PlayEnded, SeriesBegan
from referee.review.rulings.call_outcome import OUTCOMES
from referee.review.rulings.flagged_call import BoardPlace, FlaggedCall


@dataclass(frozen=True, slots=True)
class OutcomeChoice:
    """An outcome. ``place`` is where the ball is put unless a person names another place.

    ``players`` are those of whom one has to be named, if one has to.
    """

    key: str
    title: str
    needs_place: bool
    place: BoardPlace | None
    players: tuple[str, ...]


def choices_of(case: FlaggedCall, field: FieldProfile) -> tuple[OutcomeChoice, ...]:
    """Every outcome that may stand instead of the one that stands."""
    place = _place(case)
    where = None if place is None or _beside(place, field) else place
    return tuple(
        OutcomeChoice(
            key,
            each.title,
            each.needs_place,
            where if each.needs_place else None,
            case.others if each.needs_player else (),
        )
        for key, each in OUTCOMES.items()
        if each.fits(case)
    )


def event_of_choice(
    case: FlaggedCall, key: str, place: BoardPlace | None, player: str | None, field: FieldProfile
) -> tuple[Event, str]:
    """The event of a choice, and what it is in words."""
    known = {each.key: each for each in choices_of(case, field)}
    if key not in known:
        raise BadValue("instead", key, f"one of {', '.join(known)}")
    chosen = known[key]
    place = (place or chosen.place) if chosen.needs_place else None
    if chosen.needs_place:
        _check_place(place, field)
    words = chosen.title
    if chosen.players:
        if player not in chosen.players:
            raise BadValue("player", player, f"one of {', '.join(chosen.players)}")
        words = f"{words}: {player}"
    return OUTCOMES[key].event(case, place, player), words


def _check_place(place: BoardPlace | None, field: FieldProfile) -> None:
    if place is None:
        raise BadValue("place", None, "where the ball is instead")
    if (wrong := _beside(place, field)) is not None:
        key, value, most = wrong
        raise BadValue(key, value, f"a place between the goal lines, 0 to {most:g} mm")


def _beside(place: BoardPlace, field: FieldProfile) -> tuple[str, float, float] | None:
    """What is wrong with a place where no ball can be put down."""
    sides = (("x_mm", place[0], field.goal_to_goal_mm), ("y_mm", place[1], field.width_mm))
    return next((side for side in sides if not 0.0 <= side[1] <= side[2]), None)


def _place(case: FlaggedCall) -> BoardPlace | None:
    """Where the call has the ball, else where the play ended."""
    call, stands = case.item.call, case.stands
    if call is not None and call.spot is not None:
        return call.spot.x_mm, call.spot.y_mm
    if isinstance(stands, PlayEnded | SeriesBegan) and stands.x_mm is not None:
        return stands.x_mm, stands.y_mm if stands.y_mm is not None else case.state.y_mm
    return None
