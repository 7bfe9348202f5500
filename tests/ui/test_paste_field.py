"""Fields for texts from elsewhere: a long text stands beside the text area, not in it."""

from __future__ import annotations

import pytest

from tests.fixtures.says import says
from tests.ui.test_app import opened
from ui.words.i18n import I18n
from ui.words.paste import LONG, PasteField

LINES = LONG // 2 + 1
TEXT = "\n".join(["x"] * LINES)
# The place of each field, with the slot it is in.
FIELDS = {"": "paste", "#edit=stratego": "paste", "#study": "reader"}


@pytest.mark.parametrize("place", FIELDS)
def test_a_long_text_has_a_label_in_place_of_the_text_area(place: str) -> None:
    app, slot = opened(place), FIELDS[place]
    slots = app.view.slots  # type: ignore[attr-defined]
    name = "studies-text" if slot == "reader" else "paste"
    drawn = slots[slot]
    app.field(name, "short")
    assert slots[slot] == drawn and "<textarea" in drawn
    app.field(name, TEXT)
    told = slots[slot]
    assert says("paste.long", "es", n=LINES) in told and "<textarea" not in told
    assert len(told) < 1000
    app.press("act:read" if slot == "reader" else "act:open")
    app.page.slices()  # type: ignore[attr-defined]
    if place != "#edit=stratego":  # which calls it no position
        assert says("open.unknown", "es") in str(slots)
    assert slots[slot] == told
    app.press(f"clear:{name}")
    empty = slots[slot]
    assert "></textarea>" in empty and "data-autofocus" in empty


def test_a_field_that_is_written_again_keeps_what_was_typed() -> None:
    words, field = I18n("en"), PasteField("paste")
    first = field.draw(words, 1)
    field.put("1. e4 <b>")
    assert field.draw(words, 1) == first
    field.renew()
    assert "1. e4 &lt;b&gt;</textarea>" in field.draw(words, 1)
    field.clear()
    assert field.draw(words, 1) != first and "></textarea>" in field.draw(words, 1)
