"""A snapshot of the night for the screens."""

from __future__ import annotations

from dataclasses import replace

from referee.core.clock import MS_NS
from referee.game.state import GamePhase
from referee.night.gate import PowerReason, PowerReasonKind
from referee.night.line_up.line_up_reader import LineUpReader
from referee.night.magnets.reader import MagnetReading
from referee.night.night import Night
from referee.night.phase import NightPhase, PhaseFacts, phase_of
from referee.night.play_clocks import ShownClock
from referee.night.screen.broken_off_offers import broken_off_offers, nobody_comes
from referee.night.screen.clock_offers import clock_offers
from referee.night.screen.decisions import decision_due
from referee.night.screen.performance_meter import Performance
from referee.night.screen.questions import Offer, decision_offers, offers_of, questions_of
from referee.night.screen.snapshot import Snapshot
from referee.official.line_up.line_up import LineUp
from referee.official.pivots.who_may_turn import players_who_may_turn
from referee.vision.roster.roster_frame import IdentityDoubt

NOT_SEEN = "Not seen: {}."
WITHOUT = "The play goes on without."
_BETWEEN = frozenset(
    {
        NightPhase.BETWEEN,
        NightPhase.SET_UP,
        NightPhase.SET,
        NightPhase.KICK,
    }
)


def night_phase(night: Night) -> NightPhase:
    """The phase of the night."""
    notice = night.notice
    return phase_of(
        PhaseFacts(
            game_phase=night.state.phase,
            step=notice.step,
            play_phase=notice.phase,
            power=night.power,
            alarm=bool(night.alarm),
            ready=night.readiness.ready,
            touched=night.prompter.touched,
            broken_off=night.interrupted,
            counted=night.ledger.official.over,
            kicking=notice.kicks.now is not None,
            decides=decision_due(night.state),
        )
    )


def _not_seen(night: Night) -> tuple[str, ...]:
    """Players who are missed and keep no power off: the line-up is what stands on the board."""
    held = {name for reason in night.reasons for name in reason.players}
    names = [name for name in night.unseen if name not in held]
    who = NOT_SEEN.format(night.prompter.reader.names_of(names))
    return (f"{who} {WITHOUT}",) if names else ()


def _by_name(reason: PowerReason, reader: LineUpReader) -> PowerReason:
    """The reason with the players' names in its sentence: nobody knows a figure by its id."""
    if reason.kind is not PowerReasonKind.UNSEEN_PLAYERS:
        return reason
    return replace(reason, sentence=NOT_SEEN.format(reader.names_of(reason.players)))


def snapshot_of(
    night: Night,
    *,
    number: int,
    t_ns: int,
    hands: bool,
    watching: bool,
    numbers: Performance,
    record: str = "",
    doubts: tuple[IdentityDoubt, ...] = (),
    magnets: tuple[MagnetReading, ...] = (),
) -> Snapshot:
    """The night as a screen shows it now."""
    notice, state, now = night.notice, night.state, night_phase(night)
    setting, ledger = night.prompter.reader, night.ledger
    scrimmage = state.phase is GamePhase.SCRIMMAGE
    clocks = night.clocks.showing(t_ns)
    left_ns = night.readiness.left_ns(night.board.t_ns) if night.board is not None else None
    return Snapshot(
        number=number,
        t_ns=t_ns,
        board=night.board,
        engaged=night.engaged.pairs,
        hands=hands,
        notice=notice,
        state=state,
        down_and_distance=ledger.down_and_distance,
        reasons=tuple(_by_name(reason, setting) for reason in night.reasons),
        watching=watching,
        ready=night.readiness.ready,
        set_by_itself=night.readiness.by_itself,
        power=night.power,
        alarm=night.alarm,
        calls=tuple(ledger.shown),
        entries=ledger.journal.entries,
        performance=numbers,
        record=record,
        doubts=doubts,
        phase=now,
        line_up=setting.line_up,
        line_up_faults=()
        if setting.line_up is None
        else tuple(map(setting.measured, setting.line_up.faults)),
        line_up_doubts=()
        if setting.line_up is None
        else tuple(map(setting.measured, setting.line_up.doubts)),
        not_set_because=(*night.not_set_because, *_not_seen(night)),
        questions=questions_of(notice, state, setting.line_up, ledger.roster),
        offers=(*_offers(night, now), *_of_clocks(night, clocks)),
        default_answers=night.prompter.defaults.taken,
        may_turn=_may_turn(night, setting.line_up),
        arc=ledger.official.stick_arc(),
        turn_faults=tuple(map(setting.worded, night.pivots.findings.faults)),
        turn_duties=tuple(map(setting.worded, night.pivots.findings.duties)),
        turn_doubts=tuple(map(setting.worded, night.pivots.findings.doubts)),
        turned_from=night.pivots.findings.was,
        count_ms=None if left_ns is None else left_ns // MS_NS,
        line_x_mm=state.x_mm if scrimmage else None,
        gain_x_mm=state.to_gain_x_mm if scrimmage else None,
        magnets=magnets,
        broken_off=night.broken_off,
        decision=night.decision,
        who_played=night.who_played,
        clocks=clocks,
    )


def _may_turn(night: Night, line_up: LineUp | None) -> tuple[str, ...]:
    """Who may be turned at any stop like this one, then whom this one lets turn besides."""
    always = players_who_may_turn(night.notice, night.engaged.pairs, line_up, night.ledger.roster)
    return (*always, *(name for name in night.pivots.findings.may if name not in always))


def _of_clocks(night: Night, clocks: tuple[ShownClock, ...]) -> tuple[Offer, ...]:
    """What is offered for clocks that have run out; under power there is nothing to offer."""
    team = night.notice.offense or night.state.team
    if night.power or team is None:
        return ()
    return clock_offers(clocks, team, len(night.ledger.journal.entries))


def _offers(night: Night, now: NightPhase) -> tuple[Offer, ...]:
    """Between plays penalties and quarters; in a play that does not go on what ends it."""
    notice, state, ledger = night.notice, night.state, night.ledger
    rules = ledger.rulebook.game
    if now is NightPhase.BROKEN_OFF or (not night.power and nobody_comes(notice)):
        since = len(ledger.journal.entries)
        return broken_off_offers(ledger.rulebook, ledger.field, state, notice, night.ball_mm, since)
    if now is NightPhase.DECISION:
        return decision_offers(state, rules, len(ledger.journal.entries))
    between = now in _BETWEEN
    choices = ledger.choices if between else ()
    return offers_of(state, rules, choices, between=between)
