"""A moment of the night put together for the screens: everything that the night itself knows."""

from __future__ import annotations

from referee.core.clock import MS_NS
from referee.game.state import Stage
from referee.play.asking import askings, offers
from referee.play.magnets import Understood
from referee.play.moment import Facts, Moment, moment_of
from referee.play.night import Night
from referee.play.snapshot import Numbers, Snapshot
from referee.play.turning import may_turn
from referee.vision.roster.outcome import Doubt

SAID_ONLY = "Not seen, but you have said where they stand: {}."
_BETWEEN = (Moment.BETWEEN, Moment.SET_UP, Moment.SET, Moment.KICK)


def moment(night: Night) -> Moment:
    """Where the evening stands."""
    notice = night.notice
    return moment_of(
        Facts(
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
    numbers: Numbers,
    record: str = "",
    doubts: tuple[Doubt, ...] = (),
    magnets: tuple[Understood, ...] = (),
) -> Snapshot:
    """The night as a screen shows it now."""
    notice, state, now = night.notice, night.state, moment(night)
    setting, ledger = night.prompter.setting, night.ledger
    scrimmage = state.stage is Stage.SCRIMMAGE
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
        asks=askings(notice, state, setting.line_up, ledger.roster),
        offers=offers(
            state,
            ledger.rulebook.game.quarters,
            ledger.fouls,
            ledger.names,
            between=now in _BETWEEN,
        ),
        taken=night.prompter.defaults.taken,
        may_turn=may_turn(notice, night.engaged.pairs, setting.line_up, ledger.roster),
        count_ms=None if left_ns is None else left_ns // MS_NS,
        line_x_mm=state.x_mm if scrimmage else None,
        gain_x_mm=state.to_gain_x_mm if scrimmage else None,
        magnets=magnets,
    )
