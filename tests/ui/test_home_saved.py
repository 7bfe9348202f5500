"""The list of saved games on home: when it is drawn again, and what it reads."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from tests.fixtures.targets import aim
from tests.ui.fakes import FakeApp, FakeController, opened
from tests.ui.test_packs import finished
from ui.home.screen import HomeScreen
from ui.saves.entries import key_of
from ui.saves.storage import MemoryStorage
from ui.words import i18n
from ui.words.i18n import I18n, page_words

NEWER = '{"v":99,"game":"cotadrez","names":["Ana","Blas"],"clock":[60,0]}'


class Tomorrow(date):
    @classmethod
    def today(cls) -> Tomorrow:
        return cls.fromordinal(date.today().toordinal() + 1)


def home(app: FakeApp) -> HomeScreen:
    return HomeScreen(app, FakeController())


def played(app: FakeApp) -> str:
    """Store a game in progress."""
    match = finished("andarraya", most=4)
    key = app.store.new_game(replace(match.config, names=()))
    for index, event in enumerate(match.events[:4]):
        app.store.append(key, index, event)
    return key


def test_the_list_of_saved_games_is_drawn_again_only_when_it_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = FakeApp()
    key, screen = played(app), home(app)
    drawn = screen.slots()["saved"]
    assert screen.slots()["saved"] is drawn

    def changes() -> bool:
        nonlocal drawn
        before, drawn = drawn, screen.slots()["saved"]
        return drawn != before

    app.store.keep_computed("sight", key, '{"row": 7, "who": 0}')
    assert changes()
    app.store.save_table(key, {"seats": [0, 2]})
    assert changes()
    app.store.save_table(key, {"seats": [2, 0]})
    assert changes()
    for press in (f"act:delete:{key}", "act:delete-no"):
        screen.press(aim(press))
        assert changes()
    app.store.storage.set(key_of("far", key), "{}")
    assert changes()
    app.turns.note(key, 3, "me")
    assert changes()
    app.store.rename(key, ("Eva", "Blas"))
    assert changes() and "Eva" in drawn
    app.settings = app.settings.with_value("lang", "es")
    assert changes()
    monkeypatch.setattr("ui.home.saved.date", Tomorrow)
    assert screen.slots()["saved"] is not drawn  # "today" is "yesterday" now


def test_rows_of_packed_games_do_not_read_their_logs(monkeypatch: pytest.MonkeyPatch) -> None:
    app = FakeApp()
    key = app.store.add(finished("andarraya"))
    app.store.save_table(key, {"seats": [0, 2]})
    seen = home(app).slots()["saved"]
    assert app.store.pack(key)
    app.store.reindex()
    screen, storage = home(app), app.store.storage
    app.store.recent()
    read, get = [], storage.get

    def noted(name: str) -> str | None:
        read.append(name)
        return get(name)

    monkeypatch.setattr(storage, "get", noted)
    assert screen.slots()["saved"] == seen
    assert read and key_of("game", key) not in read


def test_catalogues_loaded_on_demand_do_not_read_those_of_the_games_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = I18n("en", "andarraya").t("tagline")
    monkeypatch.setattr(i18n, "game_text", lambda *_: None)
    page_words.cache_clear()  # as `add_layer` does
    assert I18n("en", "andarraya").t("tagline") == before


def test_a_game_of_a_newer_version_is_listed_downloaded_and_not_opened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    storage = MemoryStorage()
    storage.entries["asedio:game:later"] = NEWER
    app = opened("", storage)
    given: list[tuple[str, str]] = []
    monkeypatch.setattr(app.page, "download", lambda name, text: given.append((name, text)))
    words = I18n(app.settings.lang)
    assert words.t("home.saved.newer", game="Cotadrez") in app.view.slots["saved"]
    assert "Ana" in app.view.slots["saved"]
    app.press("act:raw:later")
    [(name, text)] = given
    assert name and "clock" in text
    app.page.now = "#play=later"
    app.route("#play=later")
    assert words.t("table.newer") in app.view.noticed
    assert storage.entries["asedio:game:later"] == NEWER
