"""What holds for every page: nothing is cut at any width, and axe-core finds nothing serious."""

# ruff: noqa: F811 - fixtures are arguments of the same name
from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.web.axe_tool import AXE_FILE, SKIPPED, installed
from tests.web.every_page import EVERY_PAGE, served
from tests.web.test_page import browser, expect, pytestmark  # noqa: F401 - the browser

# Phone upright and across, tablet, laptop, television.
WIDTHS = {390: 844, 844: 390, 1180: 820, 1366: 768, 1920: 1080}
REQUIRED = "REFEREE_PAGES"
# What axe-core calls serious or critical, by its rules for WCAG and good practice.
SERIOUS = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  const where = ({ target, failureSummary }) => `${target.join(" ")} (${failureSummary})`;
  return violations.filter(({ impact }) => ["serious", "critical"].includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 5).map(where).join("; ")}`);
}"""
# A page that has themes follows the system's by an event of its own.
FOLLOWED = "theme => [undefined, theme].includes(document.documentElement.dataset.theme)"
CUT = Path(__file__).with_name("cut_text.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    with served(tmp_path_factory.mktemp("pages")) as pages:
        yield pages


@pytest.fixture(scope="module", params=EVERY_PAGE)
def opened(request, browser, pages):
    """The page, once it shows what it is for; afterwards nothing may have gone wrong in it."""
    shown = pages[request.param]
    shown.before()
    complaints: list[str] = []
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(shown.address)
    page.locator(shown.shown).first.wait_for(state="attached")
    if shown.key:
        page.keyboard.press(shown.key)
        page.locator(shown.then).wait_for()
    yield page
    page.close()
    assert complaints == []


def test_nothing_is_cut_at_any_width(opened):
    cut = {}
    for width, height in WIDTHS.items():
        opened.set_viewport_size({"width": width, "height": height})
        cut[width] = opened.evaluate(CUT)
    assert not any(cut.values()), {width: words for width, words in cut.items() if words}


@pytest.fixture(scope="module")
def axe():
    if not installed():
        why = f"axe-core is not here: python -m tests.web.axe_tool gets it from npm. {SKIPPED}"
        if os.environ.get(REQUIRED) == "required":
            pytest.fail(why)
        pytest.skip(why)
    return AXE_FILE.read_text(encoding="utf-8")


def test_axe_finds_nothing_serious(opened, axe):
    found = {}
    opened.evaluate(axe)
    for theme, width in (("dark", 1366), ("light", 390)):
        opened.set_viewport_size({"width": width, "height": WIDTHS[width]})
        opened.emulate_media(color_scheme=theme, reduced_motion="reduce")
        opened.wait_for_function(FOLLOWED, arg=theme)
        found[theme] = opened.evaluate(SERIOUS)
    assert found == {"dark": [], "light": []}


@pytest.mark.parametrize(
    ("change", "cut"),
    [
        ("width: 300vw", "the page is "),
        ("overflow: hidden; width: 20px; white-space: nowrap", "is cut by "),
        ("position: fixed; left: -40px", "is outside of the window"),
    ],
)
def test_what_is_cut_is_found(browser, change, cut):
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.set_content(f'<p style="{change}">Nothing of this may be cut</p>')
    assert any(cut in found for found in page.evaluate(CUT))
    page.close()
