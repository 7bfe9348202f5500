"""Code fetched on demand: the page waits for a game's pack and reports a failed download."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games import REGISTRY, load_game
from engine.match import match as match_module
from tests.ui.fakes import Opened, link, match_of, opened
from ui.learn import rulebook
from ui.shell.fetching import NotYetHere
from ui.shell.routes import PACKS
from ui.table import keys
from ui.words.i18n import LANGUAGES, I18n


class Absent:
    """Fake `load_game` that raises NotYetHere until the pack of a game has come."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.absent = set(REGISTRY)
        for place in (rulebook, match_module):
            monkeypatch.setattr(place, "load_game", self)

    def __call__(self, game_id: str) -> Any:
        if game_id in self.absent:
            raise NotYetHere(game_id)
        return load_game(game_id)

    def come(self, app: Opened) -> None:
        pack, done = app.page.brought.pop(0)
        self.absent.discard(pack)
        done("")


@pytest.mark.parametrize("fragment", ["new=andarraya", "rules=andarraya"])
def test_a_game_opens_once_its_pack_has_come(
    monkeypatch: pytest.MonkeyPatch, fragment: str
) -> None:
    app = opened()
    absent = Absent(monkeypatch)
    app.route(f"#{fragment}")
    assert app.screen.name == "home" and not app.view.noticed
    app.page.due.pop()()  # 0.3 s
    assert "Andarraya" in app.view.noticed
    absent.come(app)
    assert app.screen.name == ("table" if fragment.startswith("new") else "rules")
    assert not app.view.noticed and not app.page.reports


def test_a_link_waits_for_the_pack_of_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    word = link()
    absent = Absent(monkeypatch)
    app = opened(f"#g={word}")
    assert app.screen is None and app.page.now.startswith("#g=")
    absent.come(app)
    assert app.screen.name == "table" and not app.view.noticed


def test_back_leads_home_from_rules_that_were_fetched_late(monkeypatch: pytest.MonkeyPatch) -> None:
    app = opened()
    absent = Absent(monkeypatch)
    app.press("act:rules")
    absent.come(app)
    assert app.screen.name == "rules"
    app.press("act:back")
    assert app.screen.name == "home"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_pack_has_words_for_what_is_loading(lang: str) -> None:
    words = I18n(lang)
    assert [pack for pack in PACKS if not words.has(f"fetch.{pack}")] == []


def test_a_failed_download_is_reported_and_can_be_retried(monkeypatch: pytest.MonkeyPatch) -> None:
    app = opened()
    absent = Absent(monkeypatch)
    app.press("act:start")
    _, done = app.page.brought.pop(0)
    done("fetch.failed")
    assert "page:again" in app.view.noticed and app.screen.name == "home"
    app.press("page:again")
    absent.come(app)
    assert app.screen.name == "table" and not app.view.noticed


def test_only_the_latest_request_opens_and_shows_a_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    app = opened()
    absent = Absent(monkeypatch)
    app.route("#new=andarraya")
    app.press("act:game:rilatria")  # the player chooses another game
    absent.come(app)
    app.page.due.pop()()
    assert app.screen.name == "home" and not app.view.noticed
    app.press("act:start")
    absent.come(app)
    assert app.screen.name == "table" and match_of(app.session).config.game_id == "rilatria"


def test_home_can_be_opened_while_the_first_screen_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    Absent(monkeypatch)
    app = opened("#new=andarraya")
    app.press("act:home")
    assert app.screen.name == "home"
    _, done = app.page.brought.pop(0)
    done("fetch.failed")
    assert not app.view.noticed


def test_typing_while_a_game_loads_keeps_the_notice_and_the_request(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = opened()
    absent = Absent(monkeypatch)
    app.press("act:start")
    app.page.due.pop()()
    app.field("name0", "Ana")
    assert "Cotadrez" in app.view.noticed
    absent.come(app)
    assert match_of(app.session).config.names[0] == "Ana"


def test_a_dialog_that_closes_before_it_acts_waits_for_the_code_of_its_act(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = opened("#new=andarraya")
    acts: list[str] = []

    def fetched(table: Any) -> None:
        if not acts:
            acts.append("asked")
            raise NotYetHere("show")
        acts.append("done")

    monkeypatch.setattr(keys, "KEYS", (keys.Key("notes", fetched),))
    app.key("?", "")
    app.press("key:notes")
    assert app.dialog is None and acts == ["asked"]
    _, done = app.page.brought.pop(0)
    done("")
    assert acts == ["asked", "done"] and not app.page.reports


def test_a_press_whose_dialog_the_player_closes_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    app = opened("#new=andarraya")
    absent = Absent(monkeypatch)
    app.press("act:share")
    acts: list[str] = []

    def fetched(_: Any) -> None:
        acts.append("pressed")
        absent("stratego")

    monkeypatch.setattr(app.dialog, "press", fetched)
    app.press("act:record")
    app.key("Escape", "")
    absent.come(app)
    assert acts == ["pressed"]
