"""The board rests: names follow what hands did, and the coach is asked what stays open."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee.core.arrays import F32, I64, Bools
from referee.vision.roster import roster_fronts
from referee.vision.roster.assignment import NOBODY, best_pairs
from referee.vision.roster.hand_tracks import HandTracks
from referee.vision.roster.player_rows import LOST, NOWHERE, Row, Table
from referee.vision.roster.roster_memory import RosterMemory
from referee.vision.roster.stops.stop_dwells import StopDwells

GONE_S = 0.6  # unseen for so long a player has left its dwell
IN_SIGHT_S = 0.35  # seen within this a base is in sight
# What a figure looks like is learned of a player whose name is at least so probable.
SURE_ENOUGH_TO_LEARN = 0.97
SURE_FRONT_TO_LEARN = 2.5  # and its front: log-odds


class RestingRoster:
    """One stop of a game, from when everything rests to when the board is switched on."""

    def __init__(self, known: RosterMemory, hands: HandTracks) -> None:
        self._known, self._hands = known, hands
        hands.begin()
        known.strangers.rest(known.now_s)
        self._stop = StopDwells(known.slots, known.strangers, known.now_s, known.tuning)
        # Where each player's dwell was when the stop began, and its row now.
        self._before = known.slots.copy()
        self._at = self._stop.at.copy()
        # Most figures have left their places: a new line-up, in which nothing is withheld.
        self._anew = False

    def _name_all(self) -> None:
        """Every base of a new line-up gets a player: names may be wrong, bodies are not."""
        known, stop = self._known, self._stop
        names = stop.name_all(known.slots, known.habits, known.gallery)
        known.name_probability[:], known.other_name[:] = names.probability, names.other
        known.doubts.forget()

    def frame(self, rows: Table, views: F32 | None, passed_s: float) -> I64:
        """For each player its sighting, or -1; ``views`` is what the sighted figures look like."""
        known, stop = self._known, self._stop
        found = stop.add_frame(rows, views, self._hands, known.now_s, passed_s)
        if stop.link(self._hands, known.now_s, passed_s):
            self._anew = stop.new_line_up()
            if stop.settled:
                self._name_all() if self._anew else self._ask()
            found = stop.named()
            self._move_to_dwells()
            self._look_at_fronts()
        if self._anew and stop.settled:
            # Teams may have changed ends: what was a fair guess of their fronts is none now.
            known.face()
        if self._anew and not stop.settled and stop.line_up_named:
            # Hands are at work again: who they have not touched keeps its name meanwhile.
            found = stop.as_lined_up()
        elif not (self._anew and stop.settled):
            found[self._unsure()] = NOBODY
        roster_fronts.move_players(
            known.slots, rows, found, known.now_s, False, False, known.numbers
        )
        return found

    def _unsure(self) -> Bools:
        """Players not to be named: they may be others, or were moved while hands are at work."""
        known, stop, tuning = self._known, self._stop, self._known.tuning
        early = known.now_s - self._hands.last_s < tuning.settle_s
        unsure = stop.sure < (tuning.certain_early if early else tuning.certain)
        if early:
            for i in np.flatnonzero(stop.moved() & ~unsure):
                dwell = stop.dwell_of(int(i))
                if dwell is None:
                    continue
                young = known.now_s - dwell["first_s"] < tuning.proven_s
                unsure[i] = young or self._hands.near(dwell["x_mm"], dwell["y_mm"], tuning.proven_s)
        unsure[known.doubtful()] = False
        return np.asarray(unsure)

    def end(self) -> None:
        """The board is switched on: what is not known by now is asked."""
        known, stop = self._known, self._stop
        stop.finish(self._hands, known.now_s)
        self._anew = stop.new_line_up()
        if self._anew:
            self._name_all()
        self._at = stop.root  # all of them anew: by now each dwell has shown all there is to see
        self._move_to_dwells()
        self._look_at_fronts()
        for i in np.flatnonzero(known.slots["placed"]):
            slot, dwell = known.slots[i], stop.dwell_of(int(i))
            slot["lost"] = LOST * int(dwell is None or dwell["unseen_s"] > GONE_S)
            slot["seen_s"] = known.now_s
        if self._anew:
            known.take_off(stop.at == NOBODY)
            known.learn_line_up()
        else:
            self._ask()
        if known.gallery is not None:
            sure = np.flatnonzero(known.name_probability >= SURE_ENOUGH_TO_LEARN)
            fronts = roster_fronts.evidence_of(known.slots, known.numbers)
            headings = known.slots["heading_rad"]
            stop.show(known.gallery, sure, headings, fronts >= SURE_FRONT_TO_LEARN)
        self._fill_up()
        stop.leave()

    def exchange(self, i: int, k: int) -> None:
        """Two players turn out to stand at each other's place."""
        self._stop.exchange(i, k)
        self._at[[i, k]] = self._at[[k, i]]

    @property
    def new_line_up(self) -> bool:
        """Whether figures are set up anew in this stop."""
        return self._anew

    def settle(self, players: Sequence[int], turned_out: Sequence[int] = ()) -> None:
        """Somebody has said that these stand where they are now taken to stand.

        Nothing was said of those who were ``turned_out`` of the places where they were taken to be.
        """
        if self._anew:
            self._stop.pin(players, turned_out)
        else:
            # Within a play both are followed as they stand now; who the other is, is a guess.
            self._stop.settle([*players, *turned_out])

    def _fill_up(self) -> None:
        """A missing player must be one of the unnamed bases; in a play the coach is asked which."""
        known, stop = self._known, self._stop
        slots = known.slots
        bases = stop.unnamed(known.now_s - IN_SIGHT_S)
        missing = np.flatnonzero(slots["placed"] & (slots["lost"] > 0))
        team = np.sign(slots["side"][missing])[:, None] * bases["home"][None]
        for a, b in enumerate(best_pairs(-team).tolist()):
            if b != NOBODY:
                dwell, i = bases[b], int(missing[a])
                self._set_down(i, dwell)
                if self._anew:
                    continue
                mates = np.flatnonzero(stop.moved() & (slots["side"] == slots["side"][i]))
                near = np.hypot(
                    slots["x_mm"][mates] - dwell["x_mm"], slots["y_mm"][mates] - dwell["y_mm"]
                )
                known.ask({i, *(int(k) for k in mates[np.argsort(near)[:2]])})

    def _move_to_dwells(self) -> None:
        """A hand has set down every player that is at another dwell than before."""
        known, stop = self._known, self._stop
        for i in np.flatnonzero(stop.at != self._at):
            dwell = stop.dwell_of(int(i))
            if dwell is not None:
                known.slots[i] = self._before[i]
                self._set_down(int(i), dwell)
        self._at = stop.at.copy()

    def _look_at_fronts(self) -> None:
        """What a figure looks like says which way round it stands."""
        known = self._known
        if known.gallery is not None:
            headings = known.slots["heading_rad"]
            known.look_at_fronts(self._stop.figure_fronts(known.gallery, headings))

    def _ask(self) -> None:
        """Open a doubt for each group of players that might be each other.

        Those that are not in sight may be anywhere.
        """
        known, stop = self._known, self._stop
        asked = [{known.rows[p] for p in doubt.players} for doubt in known.doubts.open]
        for group in stop.rivals():
            if not any(group <= each for each in asked):
                dwells = {i: stop.dwell_of(i) for i in group}
                late_s = known.now_s - IN_SIGHT_S
                gone = {i for i, at in dwells.items() if at is None or at["last_s"] < late_s}
                known.ask(group, gone)
                known.slots["lost"][list(gone)] = NOWHERE

    def _set_down(self, i: int, dwell: Row) -> None:
        """A hand has set a player where this dwell is."""
        lasted_s = dwell["last_s"] - dwell["first_s"]
        self._known.set_down(i, dwell, float(dwell["front"]), lasted_s)
