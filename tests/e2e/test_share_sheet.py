"""What the share sheet of a device gets. The sheet itself cannot be pressed here: `navigator.share`
is a stand-in that notes what it is called with."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.harness import at_starts, boot, press, share
from tests.e2e.screens import middle, open_there
from tests.fixtures.says import says

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


def handed(page: Page) -> list[dict[str, Any]]:
    page.wait_for_function("shared.length > 0")
    assert page.evaluate("gesture")
    found: list[dict[str, Any]] = page.evaluate("shared.splice(0)")
    return found


def said(page: Page) -> str:
    return page.locator("#dialog .said").inner_text()


def test_link_and_picture_are_passed_on_alone_and_a_closed_sheet_says_nothing(page: Page) -> None:
    """A sheet that does not open copies the link; one that takes no files gets no picture."""
    at_starts(page, f"({_SHEET})();({_COPIED})()")
    boot(page)
    open_there(page, middle("andarraya"))
    share(page)
    link = page.locator(FIELD).first.input_value()
    press(page, "share:send")
    assert handed(page) == [{"url": link}]
    press(page, "share:picture:share")
    [found] = handed(page)
    assert [*found] == ["files"] and [one[1:] for one in found["files"]] == [["image/png", "PNG"]]
    assert found["files"][0][0].endswith(".png")
    page.evaluate("window.ending = 'AbortError'")
    for pressed in ("share:send", "share:picture:share"):
        before = said(page)
        press(page, pressed)
        handed(page)
        page.wait_for_timeout(300)
        assert said(page) == before
        assert page.evaluate("window.copied ?? ''") == ""
    page.evaluate("window.ending = 'NotAllowedError'")
    press(page, "share:send")
    expect(page.locator("#dialog .said")).to_contain_text(says("share.copied.instead", "es"))
    assert page.evaluate("copied") == link
    press(page, "share:picture:share")
    expect(page.locator("#dialog .said")).not_to_contain_text(says("share.copied.instead", "es"))
    expect(page.locator("#dialog .said")).not_to_be_empty()
    press(page, "dialog:close")
    page.evaluate("window.noFiles = true")
    share(page)
    expect(page.locator('[data-target="share:send"]')).to_have_count(1)
    expect(page.locator('[data-target="share:picture:share"]')).to_have_count(0)
