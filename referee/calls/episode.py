"""What a call is about: the value by which a later call is told to be of the same thing.

Records keep an episode as one text of parts with colons between them. `Episode.text` writes it and
`Episode.read` reads it, for the files alone; everybody else asks the fields.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from typing import Self


class EpisodeTopic(StrEnum):
    """What happened; the values are the words of the records."""

    TOUCH = "hit"  # an opponent touched the carrier: the carrier, the opponent, which touch of both
    BRUSH = "brush"  # a touch that downs nobody
    BALL_TOUCH = "ball"  # of the marker of a pass, by a player
    THROW = "pass"  # a pass of the ball
    DEPTH = "depth"  # a passer who went back too far is sacked by the coverage
    TOO_DEEP = "deep"  # a passer who went back so far that it counts as thrown away
    LINE = "line"  # a carrier crosses a line
    PLACE_STOP = "stop"  # a carrier has reached a place at which a rule stops the board
    GAIN_CUT_BACK = "gain cut back"
    PROGRESS = "progress"
    FALL = "fall"
    DROPPED = "dropped"
    LOOSE = "loose"
    LOOSE_OUT = "loose out"
    BALL_OFF = "ball off"
    DICE = "dice"
    ENGAGED = "engaged"
    CARRIER_UNKNOWN = "carrier unknown"
    NOT_SEEN = "not seen"
    SNAP = "snap"  # a foul in the pulse of the snap
    PULSE = "pulse"  # a stretch of power with a limit
    LINE_UP = "line-up"
    REFUSED = "not allowed"  # a stop or a word of a coach that the rules do not allow
    KICK = "kick"  # what becomes of a kick, by the kind of call
    # What was said or done at a stop.
    THROWN_AWAY = "away"
    TARGET = "target"
    RECEIVER = "receiver"
    TOUCHBACK = "touchback"
    HANDOFF = "handoff"
    DELAY = "delay"
    PITCH = "pitch"
    LATERAL = "lateral"
    SHOVEL = "shovel pass"
    NO_EXCHANGE = "no pitch"
    BLOCKED_WAY = "way"
    # A text that no episode above has, as in a record of an older program.
    OTHER = ""


class Consequence(StrEnum):
    """What follows from an episode and is called beside it."""

    SAFETY = "safety"
    LINE_TO_GAIN = "gain"
    SCORE_AT_CATCH = "score"
    DOWN_AT_CATCH = "down"
    DICE = "dice"
    TOUCHDOWN = "touchdown"
    TOUCHBACK = "touchback"


class EpisodeTwin(StrEnum):
    """Why an episode is another one than that of the same touch, line or carrier."""

    POWER_OFF = "off"  # it was called in the first frame without power
    RUN_OVER = "open"  # it was open when a run of the board was over
    PERHAPS = "perhaps"  # it only may have been


@dataclass(frozen=True, slots=True)
class Episode:
    """What a call is about. Two are the same if all their fields are.

    ``play`` is the number of the play; of an ``ENGAGED`` episode that of the stop. ``bodies`` are
    those that it is told apart by, the carrier first. ``name`` is which line, place, step, phase or
    team it is, ``count`` which touch of the two, ``since_ns`` when it began. ``reason`` is a
    sentence for people. ``follows``: it is what follows from the rest, the last consequence first.
    ``twin_ns`` is when the twin was told apart.
    """

    topic: EpisodeTopic
    play: int = 0
    bodies: tuple[str, ...] = ()
    name: str = ""
    rule: str = ""
    count: int | None = None
    since_ns: int | None = None
    reason: str = ""
    follows: tuple[Consequence, ...] = ()
    twin: EpisodeTwin | None = None
    twin_ns: int | None = None

    @property
    def text(self) -> str:
        """The text of the records."""
        lead = [each.value for each in self.follows]
        twin = [] if self.twin is None else [self.twin.value]
        since = [] if self.twin_ns is None else [str(self.twin_ns)]
        return ":".join((*lead, *_own_parts(self), *twin, *since))

    @property
    def cause(self) -> Self | None:
        """The episode that this one follows from; None where it follows from none."""
        return replace(self, follows=self.follows[1:]) if self.follows else None

    def leading_to(self, what: Consequence) -> Self:
        """What follows from this episode."""
        return replace(self, follows=(what, *self.follows))

    def told_apart(self, why: EpisodeTwin, at_ns: int | None = None) -> Self:
        """The same once more, for a call that must not stand in the place of the first."""
        return replace(self, twin=why, twin_ns=at_ns)

    @staticmethod
    def read(text: str) -> Episode:
        """The episode of a record's text.

        >>> Episode.read("safety:hit:4:H22:A50:1").bodies
        ('H22', 'A50')
        """
        follows, rest = _read_follows(text)
        plain, twin = _read_twin(rest)
        for own, apart in ((plain, twin), (rest, _Twin())):
            made = _read_own(own)
            if made is not None:
                made = replace(made, follows=follows, twin=apart.why, twin_ns=apart.at_ns)
                if made.text == text:
                    return made
        return Episode(EpisodeTopic.OTHER, reason=rest, follows=follows)


class _Part(Enum):
    """The parts of an episode's text behind its topic and its play."""

    BODY = "a body"
    NAME = "name"
    RULE = "rule"
    COUNT = "count"
    SINCE = "since_ns"
    REASON = "reason"


# Of every other topic there is only when it began, and of some not even that.
_SINCE = (_Part.SINCE,)
_PARTS: Mapping[EpisodeTopic, tuple[_Part, ...]] = {
    EpisodeTopic.TOUCH: (_Part.BODY, _Part.BODY, _Part.COUNT),
    EpisodeTopic.BRUSH: (_Part.BODY, _Part.BODY, _Part.COUNT),
    EpisodeTopic.BALL_TOUCH: (_Part.BODY, _Part.COUNT),
    EpisodeTopic.DEPTH: (_Part.BODY,),
    EpisodeTopic.TOO_DEEP: (_Part.BODY,),
    EpisodeTopic.LINE: (_Part.BODY, _Part.NAME, _Part.SINCE),
    EpisodeTopic.PLACE_STOP: (_Part.NAME,),
    EpisodeTopic.PROGRESS: (_Part.BODY, _Part.SINCE),
    EpisodeTopic.FALL: (_Part.BODY, _Part.SINCE),
    EpisodeTopic.ENGAGED: (_Part.BODY, _Part.BODY),
    EpisodeTopic.SNAP: (_Part.NAME, _Part.RULE),
    EpisodeTopic.PULSE: (_Part.NAME, _Part.SINCE),
    EpisodeTopic.KICK: (_Part.NAME, _Part.SINCE),
    EpisodeTopic.LINE_UP: (_Part.NAME, _Part.RULE, _Part.REASON),
    EpisodeTopic.REFUSED: (_Part.SINCE, _Part.REASON),
}
_TOPICS = {topic.value: topic for topic in EpisodeTopic}
_CONSEQUENCES = {each.value: each for each in Consequence}
# At a stop the text names the receiver and the reason of a refusal beside the topic.
_HEAD = re.compile(r"(?P<topic>[a-z -]+?)(?: to (?P<to>[A-Za-z0-9]+))?(?:, (?P<reason>.*))?")
_TWIN = re.compile(r"(?P<own>.*):(?P<why>off|open|perhaps)(?::(?P<at>[0-9]+))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Twin:
    why: EpisodeTwin | None = None
    at_ns: int | None = None


def _own_parts(episode: Episode) -> list[str]:
    """The text's parts without what follows and without the twin."""
    topic = episode.topic
    if topic is EpisodeTopic.OTHER:
        return [episode.reason]
    layout = _PARTS.get(topic)
    if layout is None:
        to = "".join(f" to {name}" for name in episode.bodies)
        why = f", {episode.reason}" if episode.reason else ""
        since = [] if episode.since_ns is None else [str(episode.since_ns)]
        return [f"{topic.value}{to}{why}", str(episode.play), *since]
    bodies = iter(episode.bodies)
    values = {
        _Part.NAME: episode.name,
        _Part.RULE: episode.rule,
        _Part.COUNT: str(episode.count),
        _Part.SINCE: str(episode.since_ns),
        _Part.REASON: episode.reason,
    }
    parts = (next(bodies, "") if part is _Part.BODY else values[part] for part in layout)
    return [topic.value, str(episode.play), *parts]


def _read_follows(text: str) -> tuple[tuple[Consequence, ...], str]:
    """The consequences before an episode's text, and the rest; dice have episodes of their own."""
    head, colon, rest = text.partition(":")
    own_episode = head in _TOPICS and rest.partition(":")[0].isdecimal()
    if not colon or head not in _CONSEQUENCES or own_episode:
        return (), text
    more, rest = _read_follows(rest)
    return (_CONSEQUENCES[head], *more), rest


def _read_twin(text: str) -> tuple[str, _Twin]:
    found = _TWIN.fullmatch(text)
    if found is None:
        return text, _Twin()
    at = found["at"]
    return found["own"], _Twin(EpisodeTwin(found["why"]), None if at is None else int(at))


def _read_own(text: str) -> Episode | None:
    """An episode with nothing that follows and no twin; None where no topic has such a text."""
    head, _, rest = text.partition(":")
    found = _HEAD.fullmatch(head)
    topic = None if found is None else _TOPICS.get(found["topic"])
    if found is None or topic is None:
        return None
    layout = _PARTS.get(topic, _SINCE)
    play, *parts = rest.split(":", len(layout))
    if not play.isdecimal():
        return None
    found_of = dict(zip(layout, parts, strict=False))
    count, since = found_of.get(_Part.COUNT), found_of.get(_Part.SINCE)
    if not all(value is None or value.isdecimal() for value in (count, since)):
        return None
    bodies = [value for part, value in zip(layout, parts, strict=False) if part is _Part.BODY]
    to = found["to"]
    return Episode(
        topic,
        int(play),
        bodies=tuple(bodies) if to is None else (to,),
        name=found_of.get(_Part.NAME, ""),
        rule=found_of.get(_Part.RULE, ""),
        count=None if count is None else int(count),
        since_ns=None if since is None else int(since),
        reason=found_of.get(_Part.REASON, found["reason"] or ""),
    )
