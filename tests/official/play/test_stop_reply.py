"""What is said of something that the rules do not allow: the reason, and nothing of the record."""

from __future__ import annotations

import pytest

from referee.calls.call import CallKind
from referee.calls.episode import Episode
from referee.official.play.stop_reply import refusal_reason
from tests.calls.making import call


@pytest.mark.parametrize(
    ("episode", "reason"),
    [
        ("not allowed:4:700:no pass may be thrown now", "no pass may be thrown now"),
        ("away, H12 is outside the tackle box:4:700", "only if H12 is outside the tackle box"),
        ("no pitch:4:700", None),
        ("snap:4:snap:EFHL-SNP-02", None),
    ],
)
def test_the_reason_of_a_refusal_is_a_sentence_or_none(episode, reason):
    refused = call(kind=CallKind.NOT_ALLOWED, episode=Episode.read(episode))
    assert refusal_reason(refused) == reason


def test_a_call_that_refuses_nothing_has_no_reason():
    foul = call(
        kind=CallKind.ILLEGAL_FORMATION,
        episode=Episode.read("line-up:4:home:EFHL-FRM-01:One is missing."),
    )
    assert refusal_reason(foul) is None
