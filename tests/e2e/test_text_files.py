"""Records chosen as files: their letters in four encodings, and one of several games in a text."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from engine.core.foreign import file_text
from engine.match import record
from tests.e2e.harness import boot, press, share, written
from tests.fixtures.says import says
from tests.ui.test_several_games import BOTH
from tests.ui.test_study import fools_mate

# By encoding: a name, and whether the page has to say that letters may be lost.
ENCODED = {
    "utf-8": ("Muñoz", False),
    "utf-16": ("Muñoz", False),
    "cp1252": ("Muñoz", True),
    "cp1251": ("Иван", True),
}


def choose(page: Page, file: Path) -> None:
    with page.expect_file_chooser() as chooser:
        press(page, "act:file")
    assert file.suffix in str(chooser.value.element.get_attribute("accept")).split(",")
    chooser.value.set_files(file)


@pytest.mark.parametrize("encoding", ENCODED)
def test_a_record_in_any_encoding_is_opened_and_saved(
    page: Page, tmp_path: Path, encoding: str
) -> None:
    name, guessed = ENCODED[encoding]
    match = fools_mate()
    match.config.names = (name, "Ana")
    data = record.write(match).encode(encoding)
    given, shown = tmp_path / "game.pgn", record.read(file_text(data)).config.names[0]
    given.write_bytes(data)
    boot(page)
    choose(page, given)
    written(page)
    expect(page.locator("main[data-screen=table]")).to_contain_text(shown)
    expect(page.get_by_text(says("open.guessed", "es"))).to_have_count(int(guessed))
    share(page)
    with page.expect_download() as download:
        press(page, "share:record-file")
    assert record.read(download.value.path().read_bytes().decode()).config.names[0] == shown


def test_one_of_several_games_is_chosen_and_its_question_is_in_sight(
    page: Page, tmp_path: Path
) -> None:
    file = tmp_path / "games.pgn"
    file.write_text(BOTH, "utf-8")
    boot(page)
    choose(page, file)
    expect(page.locator("dialog li")).to_have_count(2)
    press(page, "act:game:1")
    expect(page.locator('[data-target="act:adopt"]')).to_be_in_viewport(ratio=0.95)
    press(page, "act:adopt-no")
    choose(page, file)
    press(page, "act:game:2")
    page.wait_for_function("location.hash.startsWith('#study=')")  # this game has a comment
