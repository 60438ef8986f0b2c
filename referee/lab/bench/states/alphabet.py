"""Everything that may happen at a moment of a night: what the page offers, and what goes wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from referee.calls.play_name import MissedThrow, PlayName
from referee.core.roster import Team
from referee.game.events import Score
from referee.game.state import GamePhase
from referee.lab.bench.states.made_up_table import BoardEvent, MadeUpTable, TableFault
from referee.lab.bench.states.patient_person import AHEAD_MM, PatientPerson, answers_to
from referee.night.screen.questions import Question
from referee.night.screen.snapshot import Snapshot
from referee.official.outcome import QuestionKind

Deed = Callable[[PatientPerson], object]


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that may happen: ``name`` tells it from the others of the same moment."""

    name: str
    deed: Deed


def happenings(at: Snapshot, table: MadeUpTable) -> tuple[Happening, ...]:
    """All that may happen at a moment."""
    found = [*_buttons(), *_faults(table), *_board(table), *_offers(at), *_questions(at)]
    if not at.power:
        found += [*_at_rest(at), *_entered(at, table)]
    return (*found, *_said(at))


def _form(name: str, form: Mapping[str, Any]) -> Happening:
    return Happening(name, lambda person: person.say(form))


def _buttons() -> Iterator[Happening]:
    for name in ("ready", "wait", "undo", "clear", "decline", "off", "stop"):
        yield _form(name, {"do": name})
    for wanted in (True, False):
        yield _form(f"auto {wanted}", {"do": "by itself", "wanted": wanted})
    yield Happening("nothing", lambda _person: None)


def _faults(table: MadeUpTable) -> Iterator[Happening]:
    """Each fault comes or goes."""
    for fault in TableFault:
        goes = fault in table.faults
        yield Happening(f"{fault.value}{' no more' if goes else ''}", _fault(fault, goes=goes))


def _fault(fault: TableFault, *, goes: bool) -> Deed:
    def deed(person: PatientPerson) -> None:
        (person.table.faults.discard if goes else person.table.faults.add)(fault)
        person.table.hide()

    return deed


def _board(table: MadeUpTable) -> Iterator[Happening]:
    for event in BoardEvent:
        if event is not table.event:
            yield Happening(event.value, _event(event))


def _event(event: BoardEvent) -> Deed:
    def deed(person: PatientPerson) -> None:
        person.table.event = event

    return deed


def _offers(at: Snapshot) -> Iterator[Happening]:
    for offer in at.offers:
        team = None if offer.team is None else offer.team.value
        form = {"do": "take", "kind": offer.kind.value, "since": offer.since, "team": team}
        yield _form(offer.kind.value, form)


def _questions(at: Snapshot) -> Iterator[Happening]:
    for ask in at.questions:
        if ask.what is not QuestionKind.KICK:
            yield Happening(f"answer {ask.what.value}", _answer(at, ask))


def _answer(at: Snapshot, ask: Question) -> Deed:
    return lambda person: answers_to(person, at, ask)


def _at_rest(at: Snapshot) -> Iterator[Happening]:
    yield Happening("set up by hand", lambda person: person.table.set_up())
    yield Happening("a ball is laid", _lays)
    yield Happening("the ball is taken up", lambda person: person.table.markers.clear())
    for reason in at.reasons:
        for player in reason.players:
            yield Happening("show where one stands", _shows(player))


def _lays(person: PatientPerson) -> None:
    table = person.table
    x_mm, y_mm = table.night.ball_mm or (
        table.profile.goal_to_goal_mm / 2,
        table.profile.width_mm / 2,
    )
    table.lay(x_mm + AHEAD_MM, y_mm)


def _shows(player: str) -> Deed:
    def deed(person: PatientPerson) -> None:
        pose = person.table.poses[player]
        place = {"x_mm": pose.x_mm, "y_mm": pose.y_mm}
        person.say({"do": "stands", "player": player, "at": place})

    return deed


def _said(at: Snapshot) -> Iterator[Happening]:
    """What the page has under the plays and under "More to say"."""
    notice = at.notice
    mates = [seen.player for seen in ([] if at.board is None else at.board.seen)]
    side = "H" if notice.team is Team.HOME else "A"
    ours = [name for name in mates if name.startswith(side) and name != notice.carrier]
    said: list[Mapping[str, Any]] = [{"what": "named", "play": p.value} for p in notice.plays]
    said.append({"what": "taken up"})
    said.append({"what": "ball lies"})
    said += [
        {"what": "answered", "to": what, "answer": "yes"} for what in ("touchback", "let him run")
    ]
    for name in ours[:1]:
        said += [{"what": what, "to": name} for what in ("handed", "pitched", "lateraled")]
        said.append({"what": "named", "carrier": name})
        said += [{"what": "named", "play": p.value, "carrier": name} for p in notice.plays]
        if PlayName.FORWARD in notice.plays:
            hits = (name, MissedThrow.NOBODY.value)
            said += [{"what": "thrown", "to": name, "hit": hit} for hit in hits]
            said.append({"what": "aimed", "receiver": name})
    for form in said:
        told = [str(each) for key, each in form.items() if key not in ("to", "carrier")]
        told += ["of another"] if "carrier" in form else []
        yield _form(f"say {' '.join(told)}", {"do": "say", "said": form})


def _entered(at: Snapshot, table: MadeUpTable) -> Iterator[Happening]:
    """What stands under "Enter"."""
    team = at.state.team or at.notice.team
    middle = {"x_mm": table.profile.goal_to_goal_mm / 2, "y_mm": table.profile.width_mm / 2}
    events: list[Mapping[str, Any]] = [{"what": "quarter"}]
    kick = at.state.phase in (GamePhase.KICKOFF, GamePhase.FREE_KICK)
    if kick or at.state.phase is GamePhase.SCRIMMAGE:
        events.append({"what": "series", "team": team.other.value, "at": middle})
        returner = next(p.id for p in table.roster if p.team is team.other)
        put = {"what": "put", "period": "return", "team": team.other.value, "carrier": returner}
        yield _form("a return is put on", {"do": "say", "said": put})
    if at.state.phase is GamePhase.TRY:
        how = Score.KICKED_TRY.value
        events.append({"what": "scored", "how": how, "team": team.value})
        events.append({"what": "no good", "team": team.value})
    if at.state.phase is GamePhase.SCRIMMAGE:
        events += [{"what": "again"}, {"what": "again", "at": middle}]
        events.append({"what": "play", "how": "entered", "team": team.value, "at": middle})
        for how, who in ((Score.TOUCHDOWN, team), (Score.SAFETY, team.other)):
            events.append({"what": "scored", "how": how.value, "team": who.value})
        yield _form("penalty", {"do": "penalty", "team": team.value, "yards": 5.0})
    for event in events:
        yield _form(
            f"enter {event['what']} {event.get('how', '')}", {"do": "enter", "event": event}
        )
