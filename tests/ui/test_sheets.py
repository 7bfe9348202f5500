"""Style sheets of screens loaded on demand: absent at first, there before the screen is drawn."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from engine.dev.site import Bundle
from tests.ui.fakes import opened
from tests.ui.pages import View

ROOT = Path(__file__).resolve().parents[2]
PLACES = {
    "#study": "ui.learn.study/study.css",
    "#edit=andarraya": "ui.learn.editor/editor.css",
}


@pytest.mark.parametrize(("place", "sheet"), PLACES.items())
def test_sheet_is_added_before_the_screen_and_not_at_home(
    monkeypatch: pytest.MonkeyPatch, place: str, sheet: str
) -> None:
    seen: list[list[str]] = []

    def show(self: View, where: str, name: str, layout: Any) -> None:
        seen.append(list(self.sheets))
        self.layouts[where] = layout

    monkeypatch.setattr(View, "show", show)
    app = opened("")
    assert app.view.sheets == [] and seen == [[]]
    app.route(place)
    assert seen[-1] == [sheet]


def test_sheet_lies_in_the_pack_of_its_screen_and_not_in_the_first_page() -> None:
    page = (ROOT / "index.html").read_text("utf-8")
    bundle = Bundle(ROOT)
    for pack, folder in (("study", "study"), ("editor", "editor"), ("fared", "setups")):
        name = f"ui/learn/{folder}/{folder}.css"
        assert (ROOT / name).is_file() and name in bundle.later[pack]
        assert name not in page and f"css/{folder}.css" not in page


def test_page_links_every_sheet_of_its_folder_once() -> None:
    page = (ROOT / "index.html").read_text("utf-8")
    linked = re.findall(r'href="\./static/css/(\w+\.css)"', page)
    assert sorted(linked) == sorted(path.name for path in (ROOT / "static/css").glob("*.css"))
