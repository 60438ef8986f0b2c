"""Everything put together: from a calibration and model folders to a locator."""

from __future__ import annotations

from dataclasses import replace

from referee.camera.calibration import Calibration
from referee.core.roster import Roster
from referee.vision.appearance.team_colours import TeamColours
from referee.vision.frame.finder import Finder
from referee.vision.frame.hand_finder import HandFinder
from referee.vision.frame.locator import GENEROUS, Locator
from referee.vision.frame.marker_paint import WITH_SURE
from referee.vision.network.base_reader import load_reader
from referee.vision.network.default_models import DETECTOR, FIGURES, READER, detector_errors
from referee.vision.network.detector_classes import BALL, BASE, FALLEN, FELT, HAND, MAGNET
from referee.vision.network.figure_looks import load_figure_looks
from referee.vision.network.model_card import find_model
from referee.vision.network.object_detector import load_detector
from referee.vision.plate.plate_keeper import PlateKeeper
from referee.vision.refine.refiner import Refiner
from referee.vision.sighting import Thing

MAGNETS = (Thing.RED_MAGNET, Thing.YELLOW_MAGNET, Thing.GREEN_MAGNET, Thing.ORANGE_PYLON)


def open_locator(
    calibration: Calibration,
    model: str = DETECTOR,
    threads: int = 2,
    roster: Roster | None = None,
    colours: TeamColours | None = None,
    reader: str | None = READER,
    figures: str | None = FIGURES,
    plate: PlateKeeper | None = None,
) -> Locator:
    """A locator for one calibrated camera, with the models of these names or folders.

    ``roster`` and ``colours`` are those of enrolled teams; ``reader`` or ``figures`` None does
    without. ``plate`` is the clean plate of this board before this camera.
    """
    folder = find_model(model)
    detector = load_detector(folder, threads)
    least = list(detector.least_scores)
    share = {BASE: GENEROUS, FALLEN: GENEROUS, HAND: 1.0}
    generous = [v * share.get(k, WITH_SURE) for k, v in enumerate(least)]
    finder = Finder(
        replace(detector, least_scores=tuple(generous)),
        calibration.camera,
        calibration.field,
        calibration.top_height_mm,
        detector_errors(folder),
        least[BASE],
        least[FALLEN],
        None if calibration.field is None else HandFinder(calibration.camera, calibration.field),
        {Thing.BALL_MAGNET: least[BALL], Thing.FELT_BALL: least[FELT]}
        | dict.fromkeys(MAGNETS, least[MAGNET]),
        plate,
    )
    return Locator(
        finder,
        Refiner(calibration.camera, plate=plate),
        load_reader(find_model(reader), calibration.camera, threads) if reader else None,
        tuple(player.base for player in roster or ()),
        colours,
        load_figure_looks(find_model(figures), calibration.camera, threads) if figures else None,
    )
