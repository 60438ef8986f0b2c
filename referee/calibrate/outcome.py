"""How a calibration ends: solved, or refused with a reason and what to do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from referee.calibrate.certificate.certificate import Certificate
from referee.camera.calibration import Calibration
from referee.core.arrays import U8

TellProgressWords = Callable[[str, float], None]


@dataclass(frozen=True, slots=True, eq=False)
class CalibrationSolved:
    """The camera over the board, its certificate, and the picture it was read from."""

    calibration: Calibration
    certificate: Certificate
    picture: U8


@dataclass(frozen=True, slots=True)
class CalibrationRefused:
    """Why there is no calibration, in one sentence, and what to do in another."""

    reason: str
    advice: str

    def __str__(self) -> str:
        return f"{self.reason} {self.advice}"


class UnusablePicture(Exception):  # noqa: N818 - it carries a refusal up to the one that gives it
    """Raised where a picture turns out not to give a calibration; carries the refusal."""

    def __init__(self, reason: str, advice: str) -> None:
        super().__init__(reason)
        self.refused = CalibrationRefused(reason, advice)


def tell_nobody(_what: str, _share: float) -> None:
    """Ignore progress, for callers that show none."""
