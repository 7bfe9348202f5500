"""What the share sheet of a device gets. The sheet itself cannot be pressed here: `navigator.share`
is a stand-in that notes what it is called with."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.harness import boot, press, share
from tests.e2e.test_access import open_there

# Notes each call: the data, and whether the browser still counts the press as a gesture.
_SHEET = """() => {
  window.shared = [];
  window.ending = "";
  Navigator.prototype.canShare = (data) => !window.noFiles && data.files.length === 1;
  Navigator.prototype.share = async ({ files = [], ...rest }) => {
    window.gesture = navigator.userActivation.isActive;
    const named = await Promise.all(files.map(async (one) =>
      [one.name, one.type, await one.slice(1, 4).text()]));
    shared.push({ ...rest, ...(named.length ? { files: named } : {}) });
    if (window.ending) throw new DOMException("", window.ending);
  };
}"""
_COPIED = """() => {
  navigator.clipboard.writeText = async (text) => { window.copied = text; };
}"""
FIELD = "#dialog .field input"


def sheet(page: Page, more: str = "") -> None:
    page.add_init_script(f"({_SHEET})();({_COPIED})();{more}")
    boot(page)


def handed(page: Page) -> Any:
    page.wait_for_function("shared.length > 0")
    assert page.evaluate("gesture")
    return page.evaluate("shared.splice(0)")


def test_link_of_a_game_is_passed_on_alone(page: Page) -> None:
    sheet(page)
    open_there(page, "andarraya")
    share(page)
    press(page, "share:send")
    assert handed(page) == [{"url": page.locator(FIELD).first.input_value()}]


@pytest.mark.soak
def test_link_of_an_exercise_is_passed_on_alone(page: Page) -> None:
    sheet(page)
    page.evaluate("() => { location.hash = '#puzzle=andarraya&n=1' }")
    press(page, "act:exercise:share")
    press(page, "share:send")
    address = page.locator(FIELD).first.input_value()
    assert "#puzzle=andarraya" in address and handed(page) == [{"url": address}]


def test_picture_is_passed_on_as_a_png_file_alone(page: Page) -> None:
    sheet(page)
    open_there(page, "stratego")
    share(page)
    press(page, "share:picture:share")
    [found] = handed(page)
    assert [*found] == ["files"] and [one[1:] for one in found["files"]] == [["image/png", "PNG"]]
    assert found["files"][0][0].endswith(".png")


@pytest.mark.soak
def test_picture_is_not_offered_where_the_sheet_takes_no_files(page: Page) -> None:
    sheet(page, "window.noFiles = true;")
    open_there(page, "andarraya")
    share(page)
    expect(page.locator('[data-target="share:send"]')).to_have_count(1)
    expect(page.locator('[data-target="share:picture:share"]')).to_have_count(0)


@pytest.mark.parametrize("pressed", ["share:send", "share:picture:share"])
def test_closed_sheet_says_nothing(page: Page, pressed: str) -> None:
    sheet(page, "window.ending = 'AbortError';")
    open_there(page, "andarraya")
    share(page)
    press(page, pressed)
    handed(page)
    page.wait_for_timeout(300)
    assert page.locator("#dialog .said").inner_text() == ""
    assert page.evaluate("window.copied ?? ''") == ""


def test_sheet_that_does_not_open_copies_the_link(page: Page) -> None:
    sheet(page, "window.ending = 'NotAllowedError';")
    open_there(page, "andarraya")
    share(page)
    press(page, "share:send")
    expect(page.locator("#dialog .said")).to_contain_text("El enlace está copiado")
    assert page.evaluate("copied") == page.locator(FIELD).first.input_value()
    press(page, "share:picture:share")
    expect(page.locator("#dialog .said")).not_to_contain_text("enlace")
    expect(page.locator("#dialog .said")).not_to_be_empty()
