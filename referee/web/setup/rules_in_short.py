"""A rulebook in two sentences and a small picture, read from its own numbers, a house's too."""

from __future__ import annotations

from referee.calls.play_name import KickName
from referee.calls.stops.place_stop import StopTrigger
from referee.calls.tackle.tackle import FrontNeeded
from referee.rulebooks.play_step import PlayStep
from referee.rulebooks.procedure import SwitchHolder
from referee.rulebooks.rulebook import Rulebook
from referee.web.server.page_app import JsonValues

# Steps of a run, the first that a book has: before the line of scrimmage, and past it.
BEFORE = (PlayStep.TO_THE_LINE, PlayStep.TO_THE_END, PlayStep.SET)
PAST = (PlayStep.AFTER_THE_LINE, PlayStep.TO_THE_END, PlayStep.SET)
_STOPS = {
    StopTrigger.ALWAYS: "the board stops",
    StopTrigger.ON_REQUEST: "a coach may stop the board",
}
_HOLDERS = {SwitchHolder.OTHER: "the side without the ball", SwitchHolder.LOST: "who lost the ball"}


def rules_in_short(book: Rulebook) -> JsonValues:
    """What tells one book from another at the table."""
    stops, tackle = book.calls.stops, book.calls.tackle
    before, past = _holder(book, BEFORE), _holder(book, PAST)
    near = tackle.front.value is FrontNeeded.NEAR_THE_LINE
    return {
        "sentences": [_of_the_switch(book, before, past), _of_fronts(book)],
        "before": before,
        "past": past,
        "stop_at_line": stops.line.value in _STOPS,
        "stop_past_yd": stops.past_yd.value if stops.past.value in _STOPS else None,
        "fronts": tackle.front.value.value,
        "fronts_until_yd": tackle.front_until_yd.value if near else None,
        "game": _game(book),
    }


def _game(book: Rulebook) -> JsonValues:
    """The numbers of a game as the picture of the field shows them; None: the book has no such."""
    kicks, game = book.kicks.kicks, book.game
    kickoff = kicks[KickName.KICKOFF].rules
    after = kickoff.touchback_yd or kickoff.declined_yd
    goal = kicks[KickName.FIELD_GOAL].rules if KickName.FIELD_GOAL in kicks else None
    longest = None if goal is None else goal.longest_yd
    return {
        "kickoff_yd": None if kickoff.from_yd is None else kickoff.from_yd.value,
        "touchback_yd": None if after is None else after.value,
        "declined": kickoff.touchback_yd is None,
        "field_goal_yd": None if longest is None else longest.value,
        "try_yd": game.placing.try_yd.value,
        "kicked_try_yd": game.tries.kicked_yd.value,
        "quarters": game.quarters.quarters.value,
        "plays": game.quarters.plays.value,
        "downs": game.series.downs.value,
        "to_gain_yd": game.series.to_gain_yd.value,
        "timeouts": game.timeouts.half.value,
    }


def _holder(book: Rulebook, steps: tuple[PlayStep, ...]) -> str:
    step = next(step for step in steps if step in book.procedure)
    holder = book.procedure.row(step).holder
    return _HOLDERS.get(holder, f"the {holder.value}")


def _of_the_switch(book: Rulebook, before: str, past: str) -> str:
    stops = book.calls.stops
    words = f"On a run {before} holds the switch"
    if before != past:
        words += f" up to the line of scrimmage, {past} past it"
    at_line = _STOPS.get(stops.line.value)
    beyond = _STOPS.get(stops.past.value)
    places = [f"{at_line} at the line"] if at_line else []
    if beyond:
        again = "again" if at_line == beyond else beyond
        places.append(f"{again} {stops.past_yd.value:g} yards past the line")
    return words + (f"; {' and '.join(places)}." if places else ", and no place stops the board.")


def _of_fronts(book: Rulebook) -> str:
    tackle = book.calls.tackle
    match tackle.front.value:
        case FrontNeeded.EVERYWHERE:
            return "Only the front of a defender's base tackles, wherever the carrier is."
        case FrontNeeded.NEAR_THE_LINE:
            near = f"{tackle.front_until_yd.value:g} yards past the line"
            rest = "any side does" if tackle.any_touch.value else "some sides do too"
            return f"Up to {near} only the front of a defender's base tackles, beyond that {rest}."
        case FrontNeeded.NOWHERE:
            return "A defender's base tackles with any side."
