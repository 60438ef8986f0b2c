"""What is wrong with the turns of one stop, by where every base stood before and stands now.

Everything is weighed against the measuring error: only what is surely beyond a limit is a fault,
what may be beyond it is a doubt. A base that a hand has brushed by accident was not turned.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from shapely import Polygon

from referee.calls.frame import LIES, SeenBase
from referee.calls.pivot_rules import PivotRules, RightedPlayers
from referee.calls.stops.stop_request import p_inside_numbers
from referee.calls.tackle_box import TackleBox, is_lineman
from referee.core.field.field_profile import FieldProfile
from referee.core.field.yards import base_lengths_mm, stick_mm
from referee.core.geometry.pose import Pose, apart_mm
from referee.core.probability import p_above
from referee.core.roster import Player, Team
from referee.game.state import State
from referee.official.line_up.line_up import LineUpFault

# From this probability on something is a fault, below the other it is nothing.
SURE, POSSIBLE = 0.99, 0.05
# A name that may be wrong, or a base that may have changed places, makes doubts and no faults.
NAME_SURE = 0.98
# What a hand does by accident to a base it brushes is no turn.
BRUSHED_MM, BRUSHED_DEG = 2.0, 6.0
# Errors of two looks at rest are no smaller than this, whatever each of them states.
LEAST_SIGMA_MM, LEAST_SIGMA_DEG = 0.4, 1.2
# Along the line of scrimmage a slide may lead so far up or down the field, in yards.
SLIDE_YD = 0.25
BACK_DEG = 90.0
# From here on a lineman is turned to a sideline, and not only at an angle.
SIDEWAYS_DEG = 45.0
# A defender who heads within so much of the receiver's way does not stop it.
CLEAR_DEG = 60.0
# Numbers of the defensive line: what they hold is line play.
_DEFENSIVE_LINE = (range(60, 80), range(90, 100))
_SAGITTA_MM = 0.05


@dataclass(frozen=True, slots=True)
class PivotStop:
    """A stop: who may be turned and by which rule nobody else, who is engaged by which rule.

    ``receivers`` may catch. ``after_snap``: it is the first one of the play. ``options``: of a read
    option; ``cut_back``: of a cutback; ``caught``: after a completion; ``returned``: of a return,
    ``punted``: of a punt;
    ``throws``: a pass is meant, ``aloft``: its marker lies; ``scrambles``: the passer runs.
    ``passer`` has given the ball away; ``put_down`` may be put where the return begins.
    ``scrambled``: the passer had run. ``rights``: how likely something else lets these be turned.
    """

    able: frozenset[str]
    rule: str
    engaged: frozenset[str]
    engaged_rule: str
    receivers: frozenset[str]
    offense: Team
    carrier: SeenBase | None = None
    after_snap: bool = False
    options: bool = False
    cut_back: bool = False
    caught: bool = False
    returned: bool = False
    throws: bool = False
    scrambles: bool = False
    aloft: bool = False
    punted: bool = False
    passer: str | None = None
    put_down: frozenset[str] = frozenset()
    box: TackleBox | None = None
    pairs: tuple[tuple[str, str], ...] = ()
    scrambled: bool = False
    rights: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PivotGround:
    """The limits, the field, the players and the game."""

    rules: PivotRules
    field: FieldProfile
    players: Mapping[str, Player]
    state: State


@dataclass(frozen=True, slots=True)
class PivotFindings:
    """Faults, what may be one, and where each of these bases stood before.

    ``duties`` are turns that have to be made and were not yet. ``may``: whom this stop lets turn
    beyond those of every stop like it.
    """

    faults: tuple[LineUpFault, ...] = ()
    doubts: tuple[LineUpFault, ...] = ()
    duties: tuple[LineUpFault, ...] = ()
    was: tuple[tuple[str, Pose], ...] = ()
    may: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Change:
    """A base before and now, with the errors of the difference."""

    player: Player
    before: SeenBase
    now: SeenBase

    @property
    def sigma_mm(self) -> float:
        """The error of how far it went."""
        parts = (*self.before.sigma[:2], *self.now.sigma[:2])
        return max(math.sqrt(sum(each * each for each in parts) / 2.0), LEAST_SIGMA_MM)

    @property
    def sigma_deg(self) -> float:
        """The error of how far it was turned."""
        return max(math.hypot(self.before.sigma[2], self.now.sigma[2]), LEAST_SIGMA_DEG)

    @property
    def shift_mm(self) -> float:
        """How far its middle went."""
        return apart_mm(self.before, self.now)

    @property
    def turn_deg(self) -> float:
        """How far it was turned, 0 to 180."""
        return abs((self.now.heading_deg - self.before.heading_deg + 180.0) % 360.0 - 180.0)

    @property
    def p_moved(self) -> float:
        """How likely its middle was moved, more than by a brush."""
        return p_above(self.shift_mm, self.sigma_mm, BRUSHED_MM)

    @property
    def p_handled(self) -> float:
        """How likely it was turned or moved by intent."""
        return max(self.p_moved, p_above(self.turn_deg, self.sigma_deg, BRUSHED_DEG))

    @property
    def p_itself(self) -> float:
        """How likely it is the same base under the same name."""
        known = not (self.before.doubtful or self.now.doubtful)
        names = min(self.before.name_probability, self.now.name_probability)
        return min(names, self.now.p_front, self.before.p_front) if known else 0.5

    def outline(self, pose: Pose) -> Polygon:
        """The base at a place."""
        return Polygon(pose.to_board(self.player.base.outline_mm(_SAGITTA_MM)))


def was_handled(player: Player, before: SeenBase, now: SeenBase) -> bool:
    """Whether a base was surely turned or moved by intent from one look to the next."""
    change = _Change(player, before, now)
    return change.p_itself >= NAME_SURE and change.p_handled >= SURE


def check_pivots(
    ground: PivotGround,
    stop: PivotStop,
    before: Mapping[str, SeenBase],
    now: Mapping[str, SeenBase],
) -> PivotFindings:
    """Everything that is wrong with the turns of a stop so far, and what may be."""
    changes = [
        _Change(ground.players[name], before[name], seen)
        for name, seen in now.items()
        if name in before and name in ground.players
    ]
    found = [fault for change in changes for fault in _of_base(ground, stop, change)]
    found += _counted(ground, stop, changes)
    found += _not_turned_back(ground, stop, now)
    faults = tuple(fault for fault in found if fault.certainty >= SURE)
    doubts = tuple(fault for fault in found if POSSIBLE < fault.certainty < SURE)
    named = {name for fault in found if fault.certainty > POSSIBLE for name in fault.players}
    was = tuple((name, before[name].measured.pose) for name in sorted(named) if name in before)
    duties = tuple(_to_be_turned_off(ground, stop, before, now))
    return PivotFindings(faults, doubts, duties, was)


def _of_base(ground: PivotGround, stop: PivotStop, change: _Change) -> Iterator[LineUpFault]:
    """What is wrong with one base: it was stood up, turned, or put where it may not be."""
    rules, player = ground.rules, change.player
    righted = change.before.fallen * (1.0 - change.now.fallen)
    if righted > POSSIBLE:
        may = rules.righted.value
        allowed = may is RightedPlayers.ANYBODY or (
            may is RightedPlayers.DEFENSE and player.team is not stop.offense
        )
        if not allowed:
            yield _fault(change, rules.righted.rule, "Fallen, and may not be stood up", righted)
        return
    if max(change.before.fallen, change.now.fallen) >= LIES:
        return
    handled = change.p_handled
    if handled <= POSSIBLE:
        return
    releases = stop.after_snap and rules.release_base_widths.value > 0.0
    if releases and player.id in stop.engaged & stop.receivers:
        yield from _released(ground, change)
        return
    if player.id in stop.put_down:
        return
    barred = 1.0 - stop.rights.get(player.id, 0.0)
    if player.id not in stop.able | _turned_off(ground, stop) and barred > POSSIBLE:
        held = player.id in stop.engaged
        words = "Engaged, and may not be turned" if held else "May not be turned at this stop"
        rule = stop.engaged_rule if held else stop.rule
        yield _fault(change, rule, words, handled * barred)
        return
    if stop.returned and max(rules.coverage_yd.value, rules.coverage_base_lengths.value) > 0.0:
        yield from _near_returner(ground, stop, change, handled)
    exempt = _moved_freely(ground, stop, change)
    yield from _ground_gained(ground, change) if exempt is None else exempt


def _turned_off(ground: PivotGround, stop: PivotStop) -> frozenset[str]:
    """Who may be turned though it touches somebody: receivers, and defenders who touch one."""
    rules, off = ground.rules, _off_receivers(ground, stop)
    scrambles = stop.scrambles and rules.off_in_scramble_yd.value > 0.0
    aloft = stop.aloft and rules.off_before_pass_yd.value > 0.0
    return off | stop.receivers if scrambles or aloft else off


def _off_receivers(ground: PivotGround, stop: PivotStop) -> frozenset[str]:
    """Defenders who touch a receiver and have to be turned off it, and the receivers they touch."""
    if not ground.rules.defenders_off.value or not (stop.after_snap or stop.throws):
        return frozenset()
    pairs = _held_receivers(ground, stop)
    receivers = {receiver for receiver, _ in pairs} if stop.throws else set()
    return frozenset({defender for _, defender in pairs} | receivers)


def _held_receivers(ground: PivotGround, stop: PivotStop) -> list[tuple[str, str]]:
    """Each receiver with a defender of the secondary who touches it."""
    found = []
    for pair in stop.pairs:
        for one, other in (pair, pair[::-1]):
            defender = ground.players[other]
            secondary = not any(defender.number in each for each in _DEFENSIVE_LINE)
            if one in stop.receivers and defender.team is not stop.offense and secondary:
                found.append((one, other))
    return found


def _to_be_turned_off(
    ground: PivotGround,
    stop: PivotStop,
    before: Mapping[str, SeenBase],
    now: Mapping[str, SeenBase],
) -> Iterator[LineUpFault]:
    """Defenders who still face the receiver they touch, and to which side they are turned."""
    if not _off_receivers(ground, stop):
        return
    middle_mm = ground.field.width_mm / 2.0
    for receiver, name in _held_receivers(ground, stop):
        if receiver not in now or name not in now:
            continue
        off_deg = abs((now[name].heading_deg - now[receiver].heading_deg + 180.0) % 360.0 - 180.0)
        defender = _Change(ground.players[name], before.get(name, now[name]), now[name])
        if off_deg <= CLEAR_DEG or defender.p_handled >= SURE:
            continue
        nearer_mm = abs(now[receiver].y_mm - middle_mm) - abs(now[name].y_mm - middle_mm)
        side = "to either side"
        if abs(nearer_mm) > LEAST_SIGMA_MM:
            side = "inside" if nearer_mm > 0.0 else "outside"
        words = f"Has to be turned {side}, off the receiver it touches"
        rule = ground.rules.defenders_off.rule
        yield LineUpFault(rule, words, (name,), 1.0, stop.offense.other)


def _ground_gained(ground: PivotGround, change: _Change) -> Iterator[LineUpFault]:
    """How far a base has gone though it may only be turned."""
    rules, field, base = ground.rules, ground.field, change.player.base
    old, new = change.before.measured.pose, change.now.measured.pose
    turn_mm = math.radians(change.sigma_deg) * base.length_mm / 2.0
    edge_mm = math.hypot(change.sigma_mm, turn_mm)
    if rules.footprint.value:
        gap_mm = change.outline(new).distance(change.outline(old))
        if gap_mm > 0.0:
            words = "Put beside the place where it stood"
            yield _fault(change, rules.footprint.rule, words, p_above(gap_mm, edge_mm))
            return
    lengths_mm = rules.center_base_lengths.value * base.length_mm
    for limit, limit_mm in (
        (rules.center_base_lengths, lengths_mm),
        (rules.center_yd, stick_mm(field, rules.center_yd.value)),
    ):
        if limit.value > 0.0:
            certainty = p_above(change.shift_mm, change.sigma_mm, limit_mm)
            yield _fault(change, limit.rule, _gone(field, "Moved", change.shift_mm), certainty)
    if rules.front_yd.value > 0.0:
        front_mm = math.dist(_front(old, base.length_mm), _front(new, base.length_mm))
        certainty = p_above(front_mm, edge_mm, stick_mm(field, rules.front_yd.value))
        words = _gone(field, "Its front has gone", front_mm)
        yield _fault(change, rules.front_yd.rule, words, certainty)
    if rules.gains_yd.value > 0.0:
        sign = ground.state.plays_toward(change.player.team).sign
        ahead = [
            max(sign * x for x, _ in change.outline(pose).exterior.coords) for pose in (old, new)
        ]
        gained_mm = ahead[1] - ahead[0]
        certainty = p_above(gained_mm, edge_mm, stick_mm(field, rules.gains_yd.value))
        yield _fault(change, rules.gains_yd.rule, _gone(field, "Gained", gained_mm), certainty)


def _released(ground: PivotGround, change: _Change) -> Iterator[LineUpFault]:
    """An engaged receiver who is released: slid along the line of scrimmage, and no further."""
    rule, field = ground.rules.release_base_widths, ground.field
    across_mm = abs(change.now.y_mm - change.before.y_mm)
    along_mm = abs(change.now.x_mm - change.before.x_mm)
    most_mm = rule.value * change.player.base.width_mm
    yield _fault(
        change,
        rule.rule,
        _gone(field, "Slid along the line", across_mm),
        p_above(across_mm, change.sigma_mm, most_mm),
    )
    yield _fault(
        change,
        rule.rule,
        _gone(field, "Slid up or down the field", along_mm),
        p_above(along_mm, change.sigma_mm, stick_mm(field, SLIDE_YD)),
    )


def _moved_freely(
    ground: PivotGround, stop: PivotStop, change: _Change
) -> tuple[LineUpFault, ...] | None:
    """Backs and the secondary after the snap, who may be moved; None: this base may only turn."""
    if not stop.after_snap:
        return None
    mine = change.player.team is stop.offense
    if mine and _pulled(ground, change):
        return ()
    if mine and ground.rules.backfield_moves.value and not is_lineman(change.player):
        return tuple(_backfield(ground, stop, change)) if _behind(ground, change.before) else None
    if mine or ground.rules.zone_from_yd.value <= 0.0:
        return None
    faults = tuple(_zone(ground, stop, change))
    # Who may not be moved there may be turned, as anywhere else.
    return faults if change.p_moved > POSSIBLE or not faults[0].certainty else None


def _pulled(ground: PivotGround, change: _Change) -> bool:
    """Whether a lineman was drawn back from the line and turned to a sideline."""
    if ground.rules.pulled_most.value <= 0.0 or not is_lineman(change.player):
        return False
    plays = ground.state.plays_toward(change.player.team)
    back_mm = plays.sign * (change.before.x_mm - change.now.x_mm)
    off_deg = abs((change.now.heading_deg - plays.heading_deg + 180.0) % 360.0 - 180.0)
    return back_mm > stick_mm(ground.field, SLIDE_YD) and off_deg >= SIDEWAYS_DEG


def _behind(ground: PivotGround, seen: SeenBase) -> bool:
    """Whether a base stands in the backfield: its middle two yards and more behind the line."""
    sign = ground.state.plays_toward(ground.state.team or Team.HOME).sign
    return sign * (ground.state.x_mm - seen.x_mm) >= stick_mm(ground.field, 2.0)


def _backfield(ground: PivotGround, stop: PivotStop, change: _Change) -> Iterator[LineUpFault]:
    """A back who was moved ends wholly within the tackles."""
    if stop.box is not None:
        outside = 1.0 - stop.box.inside(change.player.base, change.now.measured)
        certainty = outside * change.p_moved
        words = "Moved, and not within the tackles"
        yield _fault(change, ground.rules.backfield_moves.rule, words, certainty)


def _zone(ground: PivotGround, stop: PivotStop, change: _Change) -> Iterator[LineUpFault]:
    """A defender who was moved stood deep enough inside the numbers, and ends inside them too."""
    rule, field, base = ground.rules.zone_from_yd, ground.field, change.player.base
    sign = ground.state.plays_toward(stop.offense).sign
    line_x = ground.state.x_mm

    def off_mm(seen: SeenBase) -> float:
        """How far its nearest point is beyond the line."""
        points = change.outline(seen.measured.pose).exterior.coords
        return float(min(sign * (x - line_x) for x, _ in points))

    shallow = p_above(-off_mm(change.before), change.sigma_mm, -stick_mm(field, rule.value))
    outside = 1.0 - p_inside_numbers(field, base, change.before.measured)
    barred = max(shallow, outside)
    words = "Moved, though too near the line or outside the numbers"
    # Of who was only turned it says whether that base could have been moved at all.
    moved = max(change.p_moved, float(barred > POSSIBLE and change.p_moved <= POSSIBLE))
    yield _fault(change, rule.rule, words, barred * moved)
    past = p_above(-off_mm(change.now), change.sigma_mm, 0.0)
    out = 1.0 - p_inside_numbers(field, base, change.now.measured)
    words = "Moved over the line or outside the numbers"
    yield _fault(change, rule.rule, words, max(past, out) * change.p_moved)


def _near_returner(
    ground: PivotGround, stop: PivotStop, change: _Change, handled: float
) -> Iterator[LineUpFault]:
    """Coverage too near to the returner, which may not be turned."""
    carrier = stop.carrier
    if carrier is None or ground.players[carrier.player].team is change.player.team:
        return
    shape, rules = ground.players[carrier.player].base, ground.rules
    rule, least_mm = rules.coverage_yd, stick_mm(ground.field, rules.coverage_yd.value)
    if stop.punted and rules.coverage_base_lengths.value > 0.0:
        rule = rules.coverage_base_lengths
        least_mm = base_lengths_mm(change.player.base, rule.value)
    runner = Polygon(carrier.measured.pose.to_board(shape.outline_mm(_SAGITTA_MM)))
    far_mm = change.outline(change.before.measured.pose).distance(runner)
    near = 1.0 - p_above(far_mm, change.sigma_mm, least_mm)
    yield _fault(change, rule.rule, "Too near to the returner to be turned", near * handled)


def _counted(ground: PivotGround, stop: PivotStop, changes: list[_Change]) -> Iterator[LineUpFault]:
    """More of a side turned than the rules allow; who came last is not known, so all are named."""
    rules = ground.rules
    turned: dict[bool, list[_Change]] = {True: [], False: []}
    for change in changes:
        if change.p_handled >= SURE:
            turned[change.player.team is stop.offense].append(change)
    offense, defense = turned[True], turned[False]
    limits: list[tuple[str, int]] = []
    if stop.options and rules.more_than_offense.value > 0.0:
        most = len(offense) + round(rules.more_than_offense.value) if offense else 0
        limits.append((rules.more_than_offense.rule, most))
    if stop.cut_back and rules.answers_cutback.value and not offense:
        limits.append((rules.answers_cutback.rule, 0))
    if stop.caught and rules.after_catch.value > 0.0:
        limits.append((rules.after_catch.rule, round(rules.after_catch.value)))
    for rule, most in limits:
        if len(defense) > most:
            players = tuple(change.player.id for change in defense)
            certainty = min(change.p_itself for change in defense)
            words = f"The defense has turned {len(defense)}, and may turn {most}"
            yield LineUpFault(rule, words, players, certainty, stop.offense.other)
    pulled = [change for change in offense if stop.after_snap and _pulled(ground, change)]
    most = round(rules.pulled_most.value)
    if len(pulled) > most:
        words = f"{len(pulled)} linemen pulled, and {most} may be"
        certainty = min(change.p_itself for change in pulled)
        players = tuple(change.player.id for change in pulled)
        yield LineUpFault(rules.pulled_most.rule, words, players, certainty, stop.offense)


def _not_turned_back(
    ground: PivotGround, stop: PivotStop, now: Mapping[str, SeenBase]
) -> Iterator[LineUpFault]:
    """Free linemen deep past the line who face on, before a pass."""
    rule = ground.rules.lineman_deep_yd
    if not stop.throws or rule.value <= 0.0:
        return
    plays = ground.state.plays_toward(stop.offense)
    for name, seen in now.items():
        player = ground.players[name]
        free = name not in stop.engaged and seen.fallen < LIES
        if player.team is not stop.offense or not is_lineman(player) or not free:
            continue
        outline = Polygon(seen.measured.pose.to_board(player.base.outline_mm(_SAGITTA_MM)))
        deep_mm = max(plays.sign * (x - ground.state.x_mm) for x, _ in outline.exterior.coords)
        sigma_mm, sigma_deg = (
            max(*seen.sigma[:2], LEAST_SIGMA_MM),
            max(seen.sigma[2], LEAST_SIGMA_DEG),
        )
        off_deg = abs((seen.heading_deg - plays.heading_deg + 180.0) % 360.0 - 180.0)
        certainty = p_above(deep_mm, sigma_mm, stick_mm(ground.field, rule.value)) * p_above(
            BACK_DEG - off_deg, sigma_deg
        )
        words = "Downfield, and has to be turned back before a pass"
        change = _Change(player, seen, seen)
        yield _fault(change, rule.rule, words, certainty)


def _fault(change: _Change, rule: str, words: str, certainty: float) -> LineUpFault:
    """A fault of one base; where its name may be wrong it is a doubt at most."""
    itself = change.p_itself
    most = 1.0 if itself >= NAME_SURE else min(itself, (SURE + POSSIBLE) / 2.0)
    return LineUpFault(rule, words, (change.player.id,), min(certainty, most), change.player.team)


def _front(pose: Pose, length_mm: float) -> tuple[float, float]:
    """The middle of the front edge."""
    a = math.radians(pose.heading_deg)
    return pose.x_mm + length_mm / 2.0 * math.cos(a), pose.y_mm + length_mm / 2.0 * math.sin(a)


def _gone(field: FieldProfile, lead: str, far_mm: float) -> str:
    return f"{lead} {far_mm / field.length_mm_per_yd:.1f} yards"
