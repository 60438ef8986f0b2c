"""A game under review: its flags, their clips, and decisions about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from referee.core.clock import S_NS
from referee.core.errors import BadValue
from referee.core.geometry.pose import Pose
from referee.game.fold import Fold
from referee.game.journal import Journal
from referee.game.play_by_play import PlayByPlay
from referee.game.sheet_line import sheet_lines
from referee.night.sound.sentences import player_name
from referee.record.observation import Observation
from referee.review.queue import FlaggedEntry, review_queue
from referee.review.replay.clip import ClipPictures, ClipSpan, PictureBox
from referee.review.replay.projection import Projection
from referee.review.replay.replay import Replay, replay_of, span_of
from referee.review.rulings.choices import OutcomeChoice, choices_of
from referee.review.rulings.rulings import (
    RulingEffect,
    RulingRequest,
    effect_of_ruling,
    flagged_call,
)
from referee.review.source.source import ReviewSource

# How far back whoever a call is about is looked for, where nobody saw them at its instant.
LOOK_BACK_NS = 20 * S_NS
# The part of the board shown enlarged around a contact, along and across the field, in mm.
CLOSE_MM = (112.0, 84.0)


@dataclass(frozen=True, slots=True)
class LastSeen:
    """Where and when a player was seen last before a call that nobody saw."""

    player: str
    t_ns: int
    pose: Pose


@dataclass(frozen=True, slots=True)
class ReviewSnapshot:
    """The journal at one instant and the flags in it: what a ruling is made on."""

    journal: Journal
    items: tuple[FlaggedEntry, ...]

    def item(self, number: int) -> FlaggedEntry:
        """The flag of that entry."""
        found = next((item for item in self.items if item.number == number), None)
        if found is None:
            known = ", ".join(str(item.number) for item in self.items) or "none is flagged"
            raise BadValue("flag", number, f"a flagged entry: {known}")
        return found


class Review:
    """One game; every call may come from any thread."""

    def __init__(self, source: ReviewSource) -> None:
        self.source = source
        self.projector = ClipPictures(source)

    @cached_property
    def keeper(self) -> Fold:
        """Folds the journal by the game's rulebook."""
        setting = self.source.setting
        return Fold(setting.rulebook.game, setting.field)

    @cached_property
    def _teller(self) -> PlayByPlay:
        return PlayByPlay(self.source.setting.names, self.called)

    def called(self, name: str) -> str:
        """A player as people say it, such as "Reds 22"; whoever is not of the roster as written."""
        setting = self.source.setting
        known = any(player.id == name for player in setting.roster)
        return player_name(name, setting.roster, setting.names) if known else name

    @cached_property
    def plate(self) -> Projection:
        """Where points of the board are drawn."""
        setting = self.source.setting
        return Projection(setting.field, setting.camera)

    def sit(self) -> ReviewSnapshot:
        """The flags as they are now."""
        journal = self.source.journal()
        return ReviewSnapshot(journal, review_queue(journal, self.source.calls()))

    def sentences(self, journal: Journal) -> dict[int, str]:
        """What each entry that stands tells, as the play-by-play has it."""
        lines = sheet_lines(self.keeper, journal)
        return {line.number: self._teller.tell(line) for line in lines}

    def replay(self, item: FlaggedEntry) -> Replay:
        """The clip of a flag."""
        return replay_of(self.source, item)

    def choices(self, sitting: ReviewSnapshot, item: FlaggedEntry) -> tuple[OutcomeChoice, ...]:
        """What may stand instead; nothing for a play that was taken back."""
        setting = self.source.setting
        try:
            about = flagged_call(self.keeper, setting.roster, sitting.journal, item)
            return choices_of(about, setting.field)
        except BadValue:
            return ()

    def decide(
        self, sitting: ReviewSnapshot, item: FlaggedEntry, request: RulingRequest
    ) -> RulingEffect:
        """What a ruling would write and change."""
        setting = self.source.setting
        return effect_of_ruling(
            self.keeper, setting.field, setting.roster, sitting.journal, item, request
        )

    def span(self, item: FlaggedEntry, replay: Replay) -> ClipSpan:
        """Which pictures a clip has; around the contact, or the spot, they are shown enlarged."""
        return ClipSpan(*span_of(item), self._box(item, replay), self.plate.size_px[0])

    def last_seen(self, item: FlaggedEntry, replay: Replay) -> LastSeen | None:
        """Whoever a call is about and is not seen at its instant; None: all are, or never were."""
        named = () if item.call is None else item.call.players
        there = {name for name, _, _ in replay.instant.poses}
        missed = [name for name in named if name not in there]
        if not missed:
            return None
        clip = [shot.seen for shot in replay.shots if shot.seen is not None]
        return _last(clip, missed[-1], item.t_ns) or _last(
            self.source.observations(item.t_ns - LOOK_BACK_NS, item.t_ns), missed[-1], item.t_ns
        )

    def _box(self, item: FlaggedEntry, replay: Replay) -> PictureBox:
        x_mm, y_mm = self._middle_mm(item, replay)
        half_x, half_y = (side / 2 for side in CLOSE_MM)
        corners = [(x_mm + sx * half_x, y_mm + sy * half_y) for sx in (-1, 1) for sy in (-1, 1)]
        rows = self.plate.points(corners)
        left, top = (min(row[axis] for row in rows) for axis in (0, 1))
        right, bottom = (max(row[axis] for row in rows) for axis in (0, 1))
        width = max(right - left, (bottom - top) * CLOSE_MM[0] / CLOSE_MM[1])
        height = width * CLOSE_MM[1] / CLOSE_MM[0]
        middle = (left + right) / 2, (top + bottom) / 2
        box = PictureBox(
            round(middle[0] - width / 2),
            round(middle[1] - height / 2),
            round(width),
            round(height),
        )
        return box.inside(*self.plate.size_px)

    def _middle_mm(self, item: FlaggedEntry, replay: Replay) -> tuple[float, float]:
        meetings = replay.instant.meetings
        if meetings:
            return meetings[0].second_mm
        call = item.call
        named = () if call is None else call.players
        for name, _, pose in replay.instant.poses:
            if named and name == named[-1]:
                return pose.x_mm, pose.y_mm
        if (seen := self.last_seen(item, replay)) is not None:
            return seen.pose.x_mm, seen.pose.y_mm
        if call is not None and call.spot is not None:
            return call.spot.x_mm, call.spot.y_mm
        field = self.source.setting.field
        return field.goal_to_goal_mm / 2, field.width_mm / 2


def _last(frames: Sequence[Observation], player: str, t_ns: int) -> LastSeen | None:
    """The newest of these frames up to an instant that shows a player."""
    for frame in reversed(frames):
        if frame.t_ns is None or frame.t_ns > t_ns:
            continue
        for base in frame.bases:
            if base.player == player:
                return LastSeen(player, frame.t_ns, base.measured.pose)
    return None
