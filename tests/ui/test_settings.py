"""Settings: saved, loaded and checked. Before Python starts, static/boot.js reads them too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.ui.fakes import opened
from ui.render.look import BOARDS
from ui.saves.storage import MemoryStorage
from ui.shell.settings import CHOICES, GROUPS, KEY, Settings, keep_setting, load_settings


def test_saved_settings_are_loaded() -> None:
    disk = MemoryStorage()
    settings = Settings().with_value("theme", "night").with_value("lang", "en")
    keep_setting(disk, "theme", "night")
    keep_setting(disk, "lang", "en")
    assert load_settings(disk) == settings
    assert json.loads(disk.entries[KEY])["theme"] == "night"


def test_the_page_language_applies_until_one_is_chosen() -> None:
    disk = MemoryStorage()
    assert load_settings(disk, "en-GB").lang == "en"
    assert load_settings(disk, "fr").lang == "es"
    keep_setting(disk, "lang", "es")
    assert load_settings(disk, "en").lang == "es"


@pytest.mark.parametrize("raw", ["", "{", "[]", "null", '{"theme":"pink","lang":7}', '{"x":1}'])
def test_damaged_settings_become_the_defaults(raw: str) -> None:
    assert load_settings(MemoryStorage({KEY: raw})) == Settings()


def test_defaults_are_choices_and_other_values_are_ignored() -> None:
    for name, values in CHOICES.items():
        assert getattr(Settings(), name) in values
    assert Settings().with_value("theme", "pink") == Settings()
    assert Settings().with_value("nothing", "on") == Settings()


@pytest.mark.parametrize(
    "raw", ["{", "[]", '{"theme":"plaid","lang":"en"}', '{"theme":5}', "[" * 100_000]
)
def test_unreadable_settings_are_set_aside(raw: str) -> None:
    storage = MemoryStorage({KEY: raw})
    settings = load_settings(storage, "es")
    assert settings.theme == "auto"
    assert settings.lang == ("en" if '"en"' in raw else "es")
    aside = [key for key in storage.keys("asedio:aside:") if key.endswith(":settings")]
    assert [storage.get(key) for key in aside] == [raw]
    assert load_settings(storage) == settings and len(storage.keys("asedio:aside:")) == 1


def test_every_setting_is_in_one_group() -> None:
    placed = [name for names in GROUPS.values() for name in names]
    assert sorted(placed) == sorted(CHOICES)


@pytest.mark.parametrize("address", ["", "#new=andarraya"])
def test_letters_are_offered_only_where_the_choices_differ(address: str) -> None:
    app = opened(address)
    app.controller.open_settings()
    assert "set:letters" in app.view.layouts["dialog"]
    app.set_setting("lang", "en")
    app.controller.open_settings()
    assert "set:letters" not in app.view.layouts["dialog"]


def test_the_boards_to_choose_are_those_that_are_drawn() -> None:
    assert CHOICES["board"] == ("game", *BOARDS)
    assert Settings().with_value("board", "slate").attributes()["data-board"] == "slate"
    assert 'BOARDS = ["game", "slate", "linen"]' in Path("static/boot.js").read_text("utf-8")


def test_settings_stored_before_there_were_boards_are_kept() -> None:
    disk = MemoryStorage({KEY: '{"theme":"night","pieces":"letters"}'})
    found = load_settings(disk)
    assert (found.theme, found.pieces, found.board) == ("night", "letters", "game")
    assert disk.keys("asedio:aside:") == []


def test_changing_one_setting_keeps_what_other_tabs_and_versions_have_stored() -> None:
    """A tab wrote its whole remembered copy over the other tab's settings."""
    disk = MemoryStorage({KEY: '{"theme":"night","future":"x"}'})
    first, second = opened("", disk), opened("", disk)
    second.set_setting("theme", "contrast")
    first.set_setting("sound", "on")
    assert json.loads(disk.entries[KEY]) == {"theme": "contrast", "future": "x", "sound": "on"}
    assert first.settings.theme == "contrast"


def test_a_setting_changed_back_is_stored_though_this_tab_remembered_it() -> None:
    disk = MemoryStorage()
    first, second = opened("", disk), opened("", disk)
    second.set_setting("theme", "night")
    first.set_setting("theme", "auto")
    assert load_settings(disk).theme == "auto"


def test_a_tab_follows_the_settings_of_another_one() -> None:
    disk = MemoryStorage()
    first, second = opened("", disk), opened("", disk)
    second.set_setting("lang", "en")
    before = dict(disk.entries)
    first.controller.stored(KEY)
    for act in first.page.due:
        act()
    assert first.view.looks["lang"] == "en" and disk.entries == before


def test_home_that_comes_back_shows_the_game_begun_elsewhere() -> None:
    disk = MemoryStorage()
    first, second = opened("", disk), opened("#new=andarraya", disk)
    assert not first.view.slots["waiting"]
    second.press("sq:e2", "sq:e4")
    first.controller.stored("")
    for act in first.page.due:
        act()
    assert first.view.slots["waiting"]
