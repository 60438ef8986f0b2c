"""Every word of a script becomes a declaration of plain values."""

from __future__ import annotations

import pytest

from referee.calls.phase_state import PlayPhase
from referee.calls.play_name import ActingSide, MissedThrow, PassStick, PlayName, RollKind
from referee.cases.case import SwitchOperator
from referee.cases.case_frames import case_frames
from referee.core.errors import BadValue
from referee.core.geometry.marker import Marker
from referee.core.roster import Team
from referee.loaders.cases import read_cases
from referee.official.declarations import types
from referee.rulebooks.play_step import PlayStep

PLAIN = """\
title: Words
rulebook: hefl
field: "620"
start: {{ball: [307.9, 160]}}
script: [{first}, {line}]
seconds: 1
moves:
  H1: [[0, 310, 150, 0]]
  H5: [[0, 350, 150, 0]]
  A3: [[0, 400, 150, 180]]
"""
PUT = types.PlayMoved(phase=PlayPhase.RUN, carrier="H1")


def read(folder, line, first="{phase: run, carrier: H1}"):
    path = folder / "case.yaml"
    path.write_text(PLAIN.format(first=first, line=line), encoding="utf-8")
    (case,) = read_cases(path)
    return case


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("power: off, by: defense", [types.SwitchUsed(False, ActingSide.DEFENSE)]),
        ("power: on", [types.SwitchUsed(True)]),
        ("stop_request: true, by: home", [types.StopRequested(ActingSide.HOME)]),
        ("play: sweep, carrier: H5", [types.PlayNamed(PlayName.SWEEP, "H5")]),
        ("carrier: H5", [types.PlayNamed(None, "H5")]),
        ("carrier: unknown", [types.PlayMoved(nobody_said=True)]),
        ("phase: set, carrier: H1", [types.PlayMoved(step=PlayStep.SET, carrier="H1")]),
        (
            "phase: set, carrier: H1, play: read option",
            [
                types.PlayMoved(step=PlayStep.SET, carrier="H1"),
                types.PlayNamed(PlayName.READ_OPTION),
            ],
        ),
        ("period: run after the line", [types.PlayMoved(step=PlayStep.AFTER_THE_LINE)]),
        (
            "target: [400, 150], receiver: H5, stick: blue, backward: true",
            [types.PassAimed(Marker(400, 150, 4.5), "H5", None, PassStick.BLUE, True)],
        ),
        ("target: none", [types.TargetRemoved()]),
        ("receiver: H5", [types.PassAimed(None, "H5")]),
        ("thrown: {to: H5, hit: A3}", [types.PassThrown("H5", "A3")]),
        ("thrown: {to: H5, hit: out}", [types.PassThrown("H5", MissedThrow.OUT)]),
        ("ball: [300, 20], radius_mm: 5", [types.BallAtRest(Marker(300, 20, 5))]),
        ("ball: none", [types.BallAtRest(None)]),
        ("handoff: H5", [types.BallHandedOff("H5")]),
        ("pitch: H5", [types.BallPitched("H5")]),
        ("lateral: H5", [types.BallLateraled("H5")]),
        (
            "dice: {for: recovery, rolled: [3, 4], team: away}",
            [types.DiceRolled(RollKind.RECOVERY, (3, 4), Team.AWAY)],
        ),
        ("answer: {to: touchback, is: yes}", [types.QuestionAnswered("touchback", "yes")]),
        ("answer: {to: hash, is: middle}", [types.QuestionAnswered("hash", "middle")]),
    ],
)
def test_a_word_becomes_a_declaration(tmp_path, line, says):
    case = read(tmp_path, f"{{at: 0.5, {line}}}")
    assert [list(each.says) for each in case.script] == [[PUT], says]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("play: jump", "line 5: script[1].play is 'jump'"),
        ("handoff: H7", "line 5: script[1].handoff is 'H7', but should be one of H1, H5, A3"),
        ("dice: {for: recovery, rolled: 7}", "script[1].dice.rolled is 7"),
        ("dice: {for: recovery, rolled: [0]}", "script[1].dice.rolled is [0]"),
        ("thrown: {to: H5, hit: tree}", "script[1].thrown.hit is 'tree'"),
        ("target: [1]", "script[1].target is [1]"),
        ("by: home", "script[1].by is not a known key"),
    ],
)
def test_a_word_that_makes_no_sense_is_refused(tmp_path, line, complaint):
    with pytest.raises(BadValue) as caught:
        read(tmp_path, f"{{at: 0.5, {line}}}")
    assert complaint in str(caught.value)


def test_a_play_that_begins_set_has_no_power_until_somebody_gives_it(tmp_path):
    case = read(tmp_path, "{at: 0.5, power: on}", "{phase: set, carrier: H1}")
    assert case.switch is SwitchOperator.REFEREE
    assert [board.power for at_s, board in case_frames(case) if at_s in (0.0, 0.4, 0.6)] == [
        False,
        False,
        True,
    ]


def test_a_play_put_into_a_phase_has_power_from_the_start(tmp_path):
    case = read(tmp_path, "{at: 0.5, power: off}")
    assert case.switch is SwitchOperator.COACHES
    assert next(board.power for _, board in case_frames(case))


def test_markers_lie_on_the_board_while_the_script_has_them_there(tmp_path):
    case = read(tmp_path, "{at: 0.5, target: [400, 150]}, {at: 0.8, target: none}")
    lies = {at_s: [m.place_mm for m in board.markers] for at_s, board in case_frames(case)}
    assert [lies[at_s] for at_s in (0.4, 0.6, 0.9)] == [[], [(400.0, 150.0)], []]
