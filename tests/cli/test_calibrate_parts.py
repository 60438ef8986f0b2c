"""The parts of `referee calibrate` that need no field: sheet, lens, watch; and a new field."""

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from referee.calibrate.lines.printed_line import corners_mm
from referee.camera.calibration import read_calibration
from referee.camera.charuco.lens import read_lens
from referee.camera.charuco.lens_sheet import LENS_SHEETS
from referee.cli.main import app
from referee.lab.pictures.waved_lens_sheet import held_camera
from referee.lab.pictures.waved_lens_sheet import photograph as photographed
from referee.loaders.fields import load_field
from tests.calibrate.boards import LARGE, camera_over, photograph
from tests.camera.charuco.test_lens_measurement import TRUE

SHEET = LENS_SHEETS["a4"]
HOLDS = [
    ((250, 150), (0.4, 0.3, 0.0)),
    ((550, 150), (-0.4, 0.3, 0.1)),
    ((250, 300), (0.3, -0.4, 0.0)),
    ((550, 300), (-0.2, -0.3, 0.0)),
    ((400, 225), (0.0, 0.5, 0.2)),
]


def run(*words):
    return CliRunner().invoke(app, ["calibrate", *map(str, words)])


@pytest.fixture(scope="module")
def photos(tmp_path_factory):
    folder = tmp_path_factory.mktemp("photos")
    rng = np.random.default_rng(4)
    for k, (middle, turn) in enumerate(HOLDS):
        image = photographed(SHEET, held_camera(TRUE, middle, 450.0, np.array(turn)), rng)
        cv2.imwrite(str(folder / f"{k}.png"), image)
    return sorted(folder.iterdir())


class TestSheet:
    def test_it_is_written_for_the_paper_that_was_asked(self, tmp_path):
        result = run("sheet", "--paper", "letter", "--out", tmp_path / "s.pdf")
        assert result.exit_code == 0
        assert "100 %" in result.stdout
        assert b"MediaBox [0 0 792.00 612.00]" in (tmp_path / "s.pdf").read_bytes()

    def test_another_paper_is_refused(self, tmp_path):
        result = run("sheet", "--paper", "b5", "--out", tmp_path / "s.pdf")
        assert result.exit_code == 2
        assert "a4, letter, a3" in result.stderr
        assert list(tmp_path.iterdir()) == []


class TestLens:
    def test_pictures_become_a_lens_file_that_says_what_it_is_worth(self, tmp_path, photos):
        out = tmp_path / "c.lens.json"
        result = run("lens", *photos, "--out", out)
        assert result.exit_code == 0
        lens = read_lens(out)
        assert lens.source == "sheet"
        assert lens.views == len(HOLDS)
        assert lens.fx_px == pytest.approx(TRUE.fx_px, rel=0.01)
        assert "off by" in result.stdout

    def test_a_picture_without_a_sheet_is_named_and_nothing_is_written(self, tmp_path, photos):
        plain = tmp_path / "plain.png"
        cv2.imwrite(str(plain), np.full((450, 800, 3), 99, np.uint8))
        result = run("lens", *photos, plain, "--out", tmp_path / "c.lens.json")
        assert result.exit_code == 2
        assert "plain.png" in result.stderr
        assert not (tmp_path / "c.lens.json").exists()

    def test_too_few_pictures_and_a_wrong_name_are_refused(self, tmp_path, photos):
        few = run("lens", *photos[:2], "--out", tmp_path / "c.lens.json")
        assert few.exit_code == 2
        assert "4 or more" in few.stderr
        wrong = run("lens", *photos, "--out", tmp_path / "c.json")
        assert wrong.exit_code == 2
        assert ".lens.json" in wrong.stderr


class TestWatch:
    @pytest.fixture
    def calibrated(self, tmp_path):
        from referee.camera.calibration import Calibration, write_calibration
        from tests.camera.watch.painted import BOARD, CAMERA, picture

        path = tmp_path / "b.calib.json"
        write_calibration(path, Calibration(CAMERA, 3.0, BOARD, "painted"))
        cv2.imwrite(str(tmp_path / "b.calib.png"), picture(seed=1))
        return path

    def film(self, path, cameras):
        from referee.camera.frame_source import Frame
        from referee.record.video import VideoSettings, VideoWriter
        from tests.camera.watch.painted import picture

        with VideoWriter(path, VideoSettings(1280, 720, 4.0)) as film:
            for k, camera in enumerate(cameras):
                film.write(Frame(k * 250_000_000, picture(camera, seed=k), k))

    def test_a_camera_that_moves_in_a_video_is_said(self, tmp_path, calibrated):
        from tests.camera.watch.painted import CAMERA, turned

        self.film(tmp_path / "g.mp4", [CAMERA, CAMERA, *[turned(3.0)] * 3])
        result = run("watch", calibrated, "--video", tmp_path / "g.mp4")
        assert result.exit_code == 0
        assert "corrected" in result.stdout
        self.film(tmp_path / "h.mp4", [CAMERA, CAMERA, *[turned(40.0)] * 3])
        result = run("watch", calibrated, "--video", tmp_path / "h.mp4", "--json")
        assert result.exit_code == 1
        assert '"stops": true' in result.stdout

    def test_without_the_calibrations_picture_it_says_how_to_get_one(self, tmp_path, calibrated):
        (tmp_path / "b.calib.png").unlink()
        result = run("watch", calibrated, "--video", tmp_path / "g.mp4")
        assert result.exit_code == 2
        assert "calibrate again" in result.stderr


class TestField:
    def test_a_picture_without_lines_is_refused_and_nothing_is_written(self, tmp_path):
        picture = tmp_path / "wall.png"
        noise = np.random.default_rng(1).integers(60, 120, (540, 960, 3)).astype(np.uint8)
        cv2.imwrite(str(picture), noise)
        words = ("--name", "attic", "--goal-to-goal", "29.5 in", "--to", tmp_path / "attic.toml")
        result = run("field", picture, *words)
        assert result.exit_code == 2
        assert result.stderr.strip().count("\n") == 0
        assert not (tmp_path / "attic.toml").exists()

    @pytest.mark.parametrize("length", ["long", "3", "9000"])
    def test_a_length_that_is_none_is_refused(self, tmp_path, length):
        picture = tmp_path / "wall.png"
        cv2.imwrite(str(picture), np.full((540, 960, 3), 80, np.uint8))
        words = ("--name", "attic", "--goal-to-goal", length, "--to", tmp_path / "attic.toml")
        assert run("field", picture, *words).exit_code == 2
        assert not (tmp_path / "attic.toml").exists()

    def test_with_its_corners_a_field_and_its_calibration_are_written(self, tmp_path):
        camera = camera_over(LARGE, tilt_deg=3.0)
        picture = tmp_path / "board.png"
        cv2.imwrite(str(picture), photograph(LARGE, camera))
        corners = camera.project(np.column_stack([corners_mm(LARGE), np.zeros(4)])) + 2.0
        shown = " ".join(f"{x:.0f},{y:.0f}" for x, y in corners)
        words = ("--name", "attic", "--goal-to-goal", "29.5 in", "--width", "450.9")
        files = ("--to", tmp_path / "attic.toml", "--out", tmp_path / "attic.calib.json")
        result = run("field", picture, *words, *files, "--corners", shown)
        assert result.exit_code == 0, result.stderr
        assert load_field(str(tmp_path / "attic.toml")).width_mm == 450.9
        assert read_calibration(tmp_path / "attic.calib.json").board.name == "attic"

    def test_corners_and_clicks_are_one_too_many(self, tmp_path):
        picture = tmp_path / "wall.png"
        cv2.imwrite(str(picture), np.full((540, 960, 3), 80, np.uint8))
        words = ("--name", "attic", "--goal-to-goal", "749.3", "--to", tmp_path / "attic.toml")
        result = run("field", picture, *words, "--corners", "1,1 9,1 9,9 1,9", "--clicks")
        assert result.exit_code == 2
        assert "not both" in result.stderr


def test_a_camera_is_watched_until_there_is_enough_or_patience_ends(photos):
    from referee.apps.calibrate.lens import watch_sheet
    from referee.camera.charuco.view_collector import ViewCollector
    from referee.camera.frame_source import Frame

    images = [cv2.imread(str(path)) for path in photos]

    class Held:
        name, size, fps = "held", (800, 450), 30.0
        count = 0

        def newest(self, timeout_s):
            self.count += 1
            return Frame(self.count, images[min(self.count // 3, len(images) - 1)], self.count)

    camera, collector = Held(), ViewCollector()
    watch_sheet(camera, collector, lambda: camera.count * 40_000_000_000)
    assert 3 <= len(collector.views) <= len(images)
    assert camera.count == 15  # ten minutes, forty seconds a picture
