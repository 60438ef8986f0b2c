"""The board rests: names follow what hands did, and what stays open is asked."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee.core.geometry.base_shape import FloatArray
from referee.vision.roster import roster_fronts
from referee.vision.roster.assignment import NOBODY, IntArray, best_pairs
from referee.vision.roster.hand_tracks import HandTracks
from referee.vision.roster.player_rows import LOST, NOWHERE, PLACED, SEEN_S, SIDE, X, Y
from referee.vision.roster.roster_memory import RosterMemory
from referee.vision.roster.stops.dwells import FIRST, K_FRONT, K_HOME, LAST, UNSEEN_S
from referee.vision.roster.stops.link_hypotheses import BoolArray
from referee.vision.roster.stops.stop_dwells import StopDwells

GONE_S, IN_SIGHT_S = 0.6, 0.35


class RestingRoster:
    """One stop of a game, from when everything rests to when the board is switched on."""

    def __init__(self, known: RosterMemory, hands: HandTracks) -> None:
        self._known, self._hands = known, hands
        hands.begin()
        known.strangers.rest(known.now_s)
        self._stop = StopDwells(known.slots, known.strangers, known.now_s, known.tuning)
        # Where each player's stay was when the stop began, and its row now.
        self._before = known.slots.copy()
        self._at = self._stop.at.copy()

    def frame(self, rows: FloatArray, cues: FloatArray, passed_s: float) -> IntArray:
        """For each player the sighting that is his, or -1."""
        known, stop = self._known, self._stop
        found = stop.see(rows, cues, self._hands, known.now_s, passed_s)
        if stop.work(self._hands, known.now_s, passed_s):
            found = stop.found()
            self._move_to_stays()
            if stop.settled:
                self._ask()
        found[self._unsure()] = NOBODY
        roster_fronts.move_players(known.slots, rows, found, known.now_s, False, False, known.front)
        return found

    def _unsure(self) -> BoolArray:
        """Who is not named: who may be another, and who was moved while hands are at work."""
        known, stop, tuning = self._known, self._stop, self._known.tuning
        early = known.now_s - self._hands.last_s < tuning.settle_s
        unsure = stop.sure < (tuning.certain_early if early else tuning.certain)
        if early:
            for i in np.flatnonzero(stop.moved() & ~unsure):
                stay = stop.stay_of(int(i))
                if stay is None:
                    continue
                young = known.now_s - stay[FIRST] < tuning.proven_s
                unsure[i] = young or self._hands.near(stay[X], stay[Y], tuning.proven_s)
        unsure[known.doubtful()] = False
        return np.asarray(unsure)

    def end(self) -> None:
        """The board is switched on: what is not known by now is asked."""
        known, stop = self._known, self._stop
        stop.finish(self._hands, known.now_s)
        self._at = stop.root  # everybody anew: by now his stay has shown all of him
        self._move_to_stays()
        for i in np.flatnonzero(known.slots[:, PLACED] > 0.0):
            slot, stay = known.slots[i], stop.stay_of(int(i))
            slot[LOST] = float(stay is None or stay[UNSEEN_S] > GONE_S)
            slot[SEEN_S] = known.now_s
        self._ask()
        self._fill_up()
        stop.leave()

    def announce(self, leaves: int, comes: int) -> None:
        """One goes to the bench, another is about to be set down."""
        self._stop.announce(leaves, comes, self._known.slots[comes])
        self._at[[leaves, comes]] = NOBODY

    def exchange(self, i: int, k: int) -> None:
        """Two players turn out to stand at each other's place."""
        self._stop.exchange(i, k)
        self._at[[i, k]] = self._at[[k, i]]

    def settle(self, players: Sequence[int]) -> None:
        """Somebody has said that these stand where they are now taken to stand."""
        self._stop.settle(players)

    def _fill_up(self) -> None:
        """Who is missing must be one of those who stand there unnamed; it is asked which."""
        known, stop = self._known, self._stop
        slots = known.slots
        bases = stop.unnamed(known.now_s - IN_SIGHT_S)
        missing = np.flatnonzero((slots[:, PLACED] > 0.0) & (slots[:, LOST] > 0.0))
        team = np.sign(slots[missing, SIDE])[:, None] * bases[:, K_HOME][None]
        for a, b in enumerate(best_pairs(-team).tolist()):
            if b != NOBODY:
                stay, i = bases[b], int(missing[a])
                known.set_down(i, stay, float(stay[K_FRONT]), stay[LAST] - stay[FIRST])
                mates = np.flatnonzero(stop.moved() & (slots[:, SIDE] == slots[i, SIDE]))
                near = np.hypot(slots[mates, X] - stay[X], slots[mates, Y] - stay[Y])
                known.ask({i, *(int(k) for k in mates[np.argsort(near)[:2]])})

    def _move_to_stays(self) -> None:
        """Who is at another stay than before has been set there by a hand."""
        known, stop = self._known, self._stop
        for i in np.flatnonzero(stop.at != self._at):
            stay = stop.stay_of(int(i))
            if stay is not None:
                known.slots[i] = self._before[i]
                known.set_down(int(i), stay, float(stay[K_FRONT]), stay[LAST] - stay[FIRST])
        self._at = stop.at.copy()

    def _ask(self) -> None:
        """Open a doubt for each group of players that might be each other.

        Of those of them who are not in sight nobody knows where they are.
        """
        known, stop = self._known, self._stop
        asked = [{known.rows[p] for p in doubt.players} for doubt in known.doubts.open]
        for group in stop.rivals():
            if not any(group <= each for each in asked):
                stays = {i: stop.stay_of(i) for i in group}
                late_s = known.now_s - IN_SIGHT_S
                gone = {i for i, stay in stays.items() if stay is None or stay[LAST] < late_s}
                known.ask(group, gone)
                known.slots[list(gone), LOST] = NOWHERE
