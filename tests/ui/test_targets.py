"""Targets: parsing and writing their text; no text of a target may stop the page."""

from __future__ import annotations

import pytest

from engine.games import REGISTRY
from tests.ui.fakes import opened
from ui.words.targets import LONGEST, NOTHING, Target, read_path, squares_in, write_path

ODD = ("", ":", "::", ":e4", "e4", "sq", "sq:", "act:", "sq:z99", "act::x", "kind:", "opt:", "é:ñ")


@pytest.mark.parametrize("text", ["sq:e4", "act:undo", "act:delete:7", "far-side:any", *ODD])
def test_a_parsed_target_is_written_as_it_was(text: str) -> None:
    target = Target.parse(text)
    assert str(target) == f"{target}" == text
    assert bool(target) == bool(text)


def test_a_target_has_a_kind_and_a_name() -> None:
    assert Target.parse("sq:e4") == Target("sq", "e4") and Target.parse("sq:e4").square == "e4"
    fold = Target.parse("act:far:fold:qr")
    assert (fold.kind, fold.word, fold.subject, fold.square) == ("act", "far", "fold:qr", "")
    assert Target.parse("act:undo").word == "undo" and Target.parse("act:undo").subject == ""


@pytest.mark.parametrize("text", ["", "e4", ":e4", "act", "sq"])
def test_a_text_without_a_kind_is_an_unknown_target(text: str) -> None:
    assert Target.parse(text).kind == "" and not Target.parse(text).square


def test_a_huge_text_is_no_target() -> None:
    assert Target.parse("sq:" + "a" * LONGEST) == NOTHING
    assert Target.parse("look:" + "9" * 10_000_000) == NOTHING


def test_a_path_is_read_and_written_as_text() -> None:
    path = ("sq:e7", "sq:e8", "opt:queen")
    assert write_path(read_path(path)) == path
    assert squares_in(read_path(path)) == ["e7", "e8"]


HOSTILE = (
    *ODD, "look:²", "look:-1", "look:" + "9" * 150, "act:mine:²", "act:mistakes:see:²:٣",
    "act:engine:go", "act:engine:threat", "act:engine:line:0:1", "act:engine:line:²:٣",
    "example:²:²", "opt:=", "set:=", "set:lang=", "share:text:", "about:", "about:a:b:c",
    "section::", "clause:", "sq:" + "a" * 10_000, "x" * 100_000, "key:", "far:",
    "act:exercise:open:²",
)  # fmt: skip


@pytest.mark.parametrize("game_id", REGISTRY)
def test_no_text_of_a_target_stops_a_table(game_id: str) -> None:
    app = opened()
    for where in (f"new={game_id}", f"rules={game_id}", ""):
        app.route(f"#{where}")
        for text in HOSTILE:
            app.press(text)
            app.hover(text)
            app.look_up(text)
            app.key("ArrowUp", text)
            app.key("Delete", text)
            app.sketch(text, text, 0, True)
            app.same(text, text)
            if app.grab(text):
                app.drop(text)
            app.put_back(text)
    assert not app.page.reports
