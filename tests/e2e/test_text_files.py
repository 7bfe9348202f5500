"""Records chosen as files: bytes of another encoding, and one of several games in a text.

The encodings: tests/engine/test_foreign_records.py."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from engine.match import record
from tests.e2e.harness import boot, press, share, written
from tests.fixtures.says import says
from tests.ui.test_several_games import BOTH
from tests.ui.test_study import fools_mate

# The page has to say that letters of such a file may be lost.
GUESSED, NAME = "cp1252", "Muñoz"


def choose(page: Page, file: Path) -> None:
    with page.expect_file_chooser() as chooser:
        press(page, "act:file")
    assert file.suffix in str(chooser.value.element.get_attribute("accept")).split(",")
    chooser.value.set_files(file)


def test_a_record_of_another_encoding_is_opened_and_saved(page: Page, tmp_path: Path) -> None:
    match, given = fools_mate(), tmp_path / "game.pgn"
    match.config.names = (NAME, "Ana")
    given.write_bytes(record.write(match).encode(GUESSED))
    boot(page)
    choose(page, given)
    written(page)
    expect(page.locator("main[data-screen=table]")).to_contain_text(NAME)
    expect(page.get_by_text(says("open.guessed", "es"))).to_have_count(1)
    share(page)
    with page.expect_download() as download:
        press(page, "share:record-file")
    assert record.read(download.value.path().read_bytes().decode()).config.names[0] == NAME


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
