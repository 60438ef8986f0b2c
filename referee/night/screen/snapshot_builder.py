"""A moment of the night put together for the screens: everything that the night itself knows."""

from __future__ import annotations

from referee.core.clock import MS_NS
from referee.game.state import GamePhase
from referee.night.line_up.who_may_turn import players_who_may_turn
from referee.night.magnets.reader import MagnetReading
from referee.night.night import Night
from referee.night.phase import NightPhase, PhaseFacts, phase_of
from referee.night.screen.questions import offers_of, questions_of
from referee.night.screen.snapshot import Performance, Snapshot
from referee.vision.roster.roster_frame import IdentityDoubt

SAID_ONLY = "Not seen, but you have said where they stand: {}."
_BETWEEN = (NightPhase.BETWEEN, NightPhase.SET_UP, NightPhase.SET, NightPhase.KICK)


def night_phase(night: Night) -> NightPhase:
    """Where the evening stands."""
    notice = night.notice
    return phase_of(
        PhaseFacts(
            stage=night.state.stage,
            period=notice.period,
            phase=notice.phase,
            power=night.power,
            alarm=bool(night.alarm),
            ready=night.readiness.ready,
            touched=night.prompter.touched,
            broken_off=night.broken_off,
            counted=night.ledger.official.over,
        )
    )


def _said_only(night: Night) -> tuple[str, ...]:
    names = night.said_only
    return (SAID_ONLY.format(", ".join(names)),) if names else ()


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
    setting, ledger = night.prompter.setting, night.ledger
    scrimmage = state.stage is GamePhase.SCRIMMAGE
    left_ns = night.readiness.left_ns(night.board.t_ns) if night.board is not None else None
    return Snapshot(
        number=number,
        t_ns=t_ns,
        board=night.board,
        engaged=night.engaged.pairs,
        hands=hands,
        notice=notice,
        state=state,
        words=ledger.words,
        reasons=night.reasons,
        watching=watching,
        ready=night.readiness.ready,
        set_by_itself=night.readiness.by_itself,
        power=night.power,
        alarm=night.alarm,
        shown=tuple(ledger.shown),
        entries=ledger.journal.entries,
        numbers=numbers,
        record=record,
        doubts=doubts,
        moment=now,
        line_up=setting.line_up,
        wrong=() if setting.line_up is None else tuple(map(setting.worded, setting.line_up.faults)),
        unsure=()
        if setting.line_up is None
        else tuple(map(setting.worded, setting.line_up.doubts)),
        waits=(*night.waits, *_said_only(night)),
        asks=questions_of(notice, state, setting.line_up, ledger.roster),
        offers=offers_of(
            state,
            ledger.rulebook.game.quarters,
            ledger.fouls,
            ledger.names,
            between=now in _BETWEEN,
        ),
        taken=night.prompter.defaults.taken,
        may_turn=players_who_may_turn(notice, night.engaged.pairs, setting.line_up, ledger.roster),
        count_ms=None if left_ns is None else left_ns // MS_NS,
        line_x_mm=state.x_mm if scrimmage else None,
        gain_x_mm=state.to_gain_x_mm if scrimmage else None,
        magnets=magnets,
    )
