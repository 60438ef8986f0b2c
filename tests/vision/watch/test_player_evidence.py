"""What looks have said of players is kept, grows old, and goes along when a base is renamed."""

from __future__ import annotations

from referee.core.clock import ns_from_s
from referee.core.roster import Team
from referee.vision.watch.board_look import LookEvidence
from referee.vision.watch.player_evidence import ASTRAY_LOOKS, MOST_READ, OLD_S, PlayerEvidence


def said(t_s, base=0.9, front=0.9, read=True):
    return LookEvidence(ns_from_s(t_s), 0.0, front, 0.0, base, Team.HOME, 0.9, None, read)


def test_looks_that_see_no_base_make_a_player_astray_and_one_that_does_mends_it():
    known = PlayerEvidence()
    for k in range(ASTRAY_LOOKS):
        assert not known.astray("H1")
        known.learn("H1", said(k, base=0.3))
    assert known.astray("H1")
    known.learn("H1", said(9, base=0.8))
    assert not known.astray("H1")


def test_one_look_that_is_sure_of_no_base_is_enough():
    known = PlayerEvidence()
    known.learn("H1", said(0, base=0.01))
    assert known.astray("H1")


def test_what_the_reader_said_holds_until_it_is_old():
    known = PlayerEvidence()
    known.learn("H1", said(0.0, front=0.9))
    known.learn("H1", said(0.1, front=0.5, read=False))
    assert known.of("H1").front == 0.9
    known.learn("H1", said(0.1 + OLD_S, front=0.5, read=False))
    assert known.of("H1").front == 0.5


def test_a_claimed_base_brings_its_evidence_and_older_looks_count_no_more():
    known = PlayerEvidence()
    known.learn("H1", said(0.0, base=0.01))
    known.claim({"H1": said(1.0, front=0.7)}, ns_from_s(1.0))
    known.learn("H1", said(0.9, base=0.01))
    assert not known.astray("H1")
    assert known.of("H1").front == 0.7


def test_everybody_is_read_in_turn():
    known, players = PlayerEvidence(), [f"H{k}" for k in range(20)]
    turns = []
    for k in range(3):
        turns.append(known.next_to_read(players))
        assert known.next_to_read(players) == turns[-1]  # until the look has been made
        for player in players:
            known.learn(player, said(k, read=player in turns[-1]))
    assert [len(turn) for turn in turns] == [MOST_READ] * 3
    assert set().union(*turns) == set(players)


def test_evidence_of_a_front_counts_against_a_base_that_has_turned_round():
    evidence = said(0.0, front=0.9)
    assert evidence.front_of(20.0) == 0.9
    assert abs(evidence.front_of(170.0) - 0.1) < 1e-12
