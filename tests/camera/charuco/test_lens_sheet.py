"""The sheet is what OpenCV means by it, in exact millimetres, on every paper."""

import io
import re
import shutil
import subprocess

import cv2
import numpy as np
import pypdf
import pytest

from referee.camera.charuco.lens_sheet import (
    LENS_SHEETS,
    WORDS_MM,
    black_parts,
    opencv_board_of,
    sheet_of,
)
from referee.camera.charuco.sheet_pdf import RULER_MM, pdf_of, write_sheet
from referee.core.errors import BadValue

PAPERS = {"a4": (297.0, 210.0), "letter": (279.4, 215.9), "a3": (420.0, 297.0)}
POINT_MM = 25.4 / 72.0
EVERY = pytest.mark.parametrize("sheet", LENS_SHEETS.values(), ids=LENS_SHEETS)


@EVERY
def test_the_paper_has_its_size_and_room_for_every_printers_margin(sheet):
    assert (sheet.width_mm, sheet.height_mm) == PAPERS[sheet.paper]
    parts = np.array(list(black_parts(sheet)))
    right, bottom = (parts[:, 0] + parts[:, 2]).max(), (parts[:, 1] + parts[:, 3]).max()
    assert parts[:, :2].min() > 10.0
    assert sheet.width_mm - right > 10.0
    assert sheet.height_mm - WORDS_MM - bottom > 5.0


@EVERY
def test_it_is_drawn_as_opencv_draws_it(sheet):
    cells = 56  # pixels to a square: bits of a marker fall on whole pixels
    wanted = opencv_board_of(sheet).generateImage((sheet.columns * cells, sheet.rows * cells))
    drawn = np.full_like(wanted, 255)
    scale = cells / sheet.square_mm
    for left, top, width, height in black_parts(sheet):
        x, y = (left - sheet.left_mm) * scale, (top - sheet.top_mm) * scale
        rows = slice(round(y), round(y + height * scale))
        drawn[rows, round(x) : round(x + width * scale)] = 0
    assert (drawn == wanted).mean() > 0.999


def test_no_two_sheets_share_a_marker():
    ranges = [range(s.first_marker, s.first_marker + s.markers) for s in LENS_SHEETS.values()]
    ids = [i for r in ranges for i in r]
    assert len(ids) == len(set(ids))
    assert max(ids) < 250


@EVERY
def test_page_and_squares_are_exact_in_millimetres(sheet):
    page = pypdf.PdfReader(io.BytesIO(pdf_of(sheet))).pages[0]
    assert [float(v) * POINT_MM for v in page.mediabox] == pytest.approx(
        [0.0, 0.0, *PAPERS[sheet.paper]], abs=2e-3
    )
    drawn = page.get_contents().get_data().decode("latin-1")
    # Points, from the upper left corner of the paper.
    (placed,) = re.findall(r"([\d. -]+) cm\b", drawn)
    down = [float(v) for v in placed.split()]
    assert down == pytest.approx([1, 0, 0, -1, 0, sheet.height_mm / POINT_MM], abs=1e-4)
    boxes = re.findall(r"([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re\b", drawn)
    found_mm = np.array(boxes, dtype=float) * POINT_MM
    wanted_mm = np.array(list(black_parts(sheet)))
    assert found_mm[: len(wanted_mm)] == pytest.approx(wanted_mm, abs=1e-4)
    sizes = found_mm[:, 2:]
    squares = np.abs(sizes - sheet.square_mm).max(axis=1) < 1e-3
    assert squares.sum() == sheet.columns * sheet.rows // 2
    assert np.isclose(sizes[:, 0], RULER_MM, atol=1e-3).sum() == 1


@EVERY
def test_the_file_is_the_same_each_time_asks_not_to_be_scaled_and_says_what_it_is(sheet):
    data = pdf_of(sheet)
    assert data == pdf_of(sheet)
    read = pypdf.PdfReader(io.BytesIO(data))
    assert read.trailer["/Root"]["/ViewerPreferences"]["/PrintScaling"] == "/None"
    assert read.metadata.title == "Referee lens sheet"
    (page,) = read.pages
    assert "Print at 100 %, glue it flat on card." in page.extract_text()


@pytest.mark.skipif(
    shutil.which("gs") is None, reason="Ghostscript draws the PDF (apt: ghostscript)"
)
def test_a_pdf_reader_shows_what_the_camera_looks_for(tmp_path):
    from referee.camera.charuco.sheet_view import find_sheet

    sheet = LENS_SHEETS["letter"]
    write_sheet(tmp_path / "sheet.pdf", sheet)
    per_inch = 110
    out = tmp_path / "page.png"
    call = ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=pnggray", f"-r{per_inch}"]
    subprocess.run([*call, f"-sOutputFile={out}", str(tmp_path / "sheet.pdf")], check=True)
    view = find_sheet(cv2.imread(str(out)))
    assert view.sheet is sheet
    assert len(view.ids) == sheet.corners
    per_mm = (view.corners_px[-1] - view.corners_px[0]) / (view.corners_mm[-1] - view.corners_mm[0])
    assert per_mm == pytest.approx(per_inch / 25.4, rel=2e-3)


def test_a_paper_nobody_knows_is_refused():
    assert sheet_of(" A4 ") is LENS_SHEETS["a4"]
    with pytest.raises(BadValue, match="one of a4, letter, a3"):
        sheet_of("a5")


def test_another_kind_of_file_is_refused_and_nothing_is_written(tmp_path):
    with pytest.raises(BadValue, match="a name that ends in"):
        write_sheet(tmp_path / "sheet.png", LENS_SHEETS["a4"])
    assert list(tmp_path.iterdir()) == []
