"""The page of house rules in a real browser: a rule changed and kept, two books compared."""

from __future__ import annotations

from referee.loaders.rulebooks import load_rulebook
from tests.web.setup.test_setup_page import opened, served  # noqa: F401 - the server and the page
from tests.web.test_page import DESK, PHONE, browser, expect, pytestmark  # noqa: F401 - the browser


def test_a_rule_is_changed_kept_and_compared(opened, served):  # noqa: F811
    page = opened(DESK)
    page.click("#house-link")
    page.select_option("#book", "hefl")
    expect(page, "#based").to_contain_text("Houston")
    page.fill("#find", "front_until")
    expect(page, ".rule-row:visible").to_have_count(1)
    page.locator(".rule-row:visible input").fill("300")
    page.fill("#name", "garage")
    page.fill("#title", "Our garage")
    expect(page, ".rule-row:visible .says").to_have_text("Needs a number from 0 to 100.")
    expect(page, "#save").to_be_disabled()
    # The button says why, also when the rule is out of sight.
    page.fill("#find", "points for a safety")
    expect(page, "#outcome").to_contain_text("This does not fit yet: ")
    page.fill("#find", "front_until")
    page.locator(".rule-row:visible input").fill("3")
    expect(page, "#save").to_be_enabled()
    expect(page, "#outcome").to_have_text("")
    page.keyboard.press("Tab")
    page.click("#save")
    expect(page, "#command").to_contain_text("garage.toml")
    book = load_rulebook(str(served[1] / "garage.toml"))
    assert book.changed() == ("tackle.front_until_yd",)
    page.get_by_text("Compare two books").click()
    page.select_option("#one", "hefl")
    page.select_option("#other", str((served[1] / "garage.toml").resolve()))
    expect(page, "#count").to_have_text("One difference.")
    expect(page, "#differences .value >> nth=1").to_contain_text("3")


def test_a_value_is_given_back_to_the_book_on_a_phone(opened):  # noqa: F811
    page = opened(PHONE)
    page.click("#house-link")
    expect(page, "#based").to_contain_text("Electric Football Hero League")
    page.fill("#find", "points for a safety")
    row = page.locator(".rule-row:visible").first  # the other is a safety on a try
    row.locator("input").fill("3")
    expect(page, ".rule-row[data-changed=true]").to_have_count(1)
    row.locator(".back").click()
    expect(page, ".rule-row[data-changed=true]").to_have_count(0)
    assert row.locator("input").input_value() == "2"


def test_each_league_has_a_picture_told_in_words(opened):  # noqa: F811
    page = opened(PHONE)
    pictures = page.locator(".field-picture").all()
    told = [picture.get_attribute("aria-label") or "" for picture in pictures]
    # Fifteen plays a quarter by EFHL-TIM-01, twelve by HEFL-CLK-01.
    assert [words.split(",")[0] for words in told] == [
        "4 quarters of 15 plays",
        "4 quarters of 12 plays",
        "4 quarters of 15 plays",
        "4 quarters of 15 plays",
    ]
    assert not [words for words in told if "undefined" in words or "null" in words]
