"""The list of all games: what it reads when, and what it shows without games."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from tests.fixtures.says import says, wording
from tests.fixtures.targets import aim
from tests.ui.fakes import FakeApp, Opened, opened
from tests.ui.pages import Page
from tests.ui.test_mine import game, screen, stored
from tests.ui.test_shelf import GAMES, archived
from ui.home.html import when
from ui.home.mine.query import plain
from ui.home.mine.screen import FIRST, PAGE, MineScreen
from ui.home.mine.texts import SearchTexts
from ui.saves.index import ARCHIVE, RECENT
from ui.saves.storage import MemoryStorage
from ui.saves.store import Summary
from ui.words.i18n import I18n


class Archive(MemoryStorage):
    """Storage that counts reads of the archive."""

    reads = 0

    def get(self, key: str) -> str | None:
        self.reads += key == ARCHIVE
        return super().get(key)


class Unpainted(Page):
    """A page whose next paint comes with `paint`."""

    def painted(self, act: Callable[[], None]) -> None:
        self.paint = act


def listed(work: MemoryStorage) -> Opened:
    """Open the list on a page whose idle time has not come."""
    return opened("#games", work)


def rows(app: Opened) -> int:
    return int(app.view.slots["list"].count("save-open"))


def test_the_list_opens_with_the_last_games_and_reads_the_others_in_idle_time() -> None:
    work = Archive(archived()[0].entries)
    app = listed(work)
    assert rows(app) == PAGE < RECENT < GAMES
    for said in (f"{GAMES} partidas", f"Página 1 de {-(-GAMES // PAGE)}"):
        assert said in app.view.slots["count"] + app.view.slots["pager"]
    assert work.reads == 0
    app.page.slices()
    read = work.reads
    assert read > 0
    for said in (f"{GAMES} partidas", f"Página 1 de {-(-GAMES // PAGE)}"):
        assert said in app.view.slots["count"] + app.view.slots["pager"]
    app.press("act:page:after")
    assert rows(app) == GAMES - PAGE and work.reads == read


def test_the_first_paint_has_the_rows_in_view_and_makes_no_texts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def made(*_: object) -> str:
        raise AssertionError("a text was made")

    monkeypatch.setattr(SearchTexts, "_text", made)
    page = Unpainted("#games")
    app = Opened(page, archived()[0])
    app.start()
    assert rows(app) == FIRST < PAGE and f"{GAMES} partidas" in app.view.slots["count"]
    page.paint()
    assert rows(app) == PAGE


@pytest.mark.parametrize("act", ["search", "page"])
def test_a_search_and_a_page_turned_wait_for_no_idle_time(act: str) -> None:
    app = listed(archived()[0])
    if act == "search":
        app.field("search", "ana")
        assert f"{GAMES} partidas" in app.view.slots["count"]
    else:
        app.press("act:page:after")
        assert rows(app) == GAMES - PAGE


def test_a_list_that_was_left_is_not_read_on() -> None:
    app = listed(archived()[0])
    left = app.showing(MineScreen)
    app.press("act:home")
    app.page.slices()
    assert app.screen.name == "home" and not left._whole


def test_texts_are_made_in_steps_and_once_for_the_same_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    texts = SearchTexts(I18n("en"), lambda game_id: "Title")
    games = [game(number, names=("Ana", f"P{number}")) for number in range(200)]
    made: list[Summary] = []
    text = SearchTexts._text

    def counted(self: SearchTexts, one: Summary) -> str:
        made.append(one)
        return text(self, one)

    monkeypatch.setattr(SearchTexts, "_text", counted)
    assert len(list(texts.making(games))) > 1
    lines = texts.of(list(games))
    day = plain(when(texts.words, games[7].updated)).split()
    assert lines is texts.lines and len(made) == 200
    assert lines[7].text.split() == ["ana", "–", "p7", "title", *day]
    changed = [game(0, title="Dérby", labels=("Club",)), *games[1:]]
    assert texts.of(changed)[0].text.startswith("derby club ana") and made[200:] == changed[:1]
    assert texts.of(changed)[1] is lines[1]
    assert texts.labels_of(changed) == ("Club",) and texts.labels_of(games) == ()


def test_texts_have_the_date_and_for_today_the_time() -> None:
    noon = datetime.now().replace(hour=12, minute=34)
    old = datetime(2024, 3, 5, 9, 41)
    moments = [noon, noon.replace(minute=35), old, old + timedelta(minutes=1)]
    games = [game(n, updated=int(1000 * one.timestamp())) for n, one in enumerate(moments)]
    texts = [one.text for one in SearchTexts(I18n("en"), lambda game_id: "").of(games)]
    assert ["12:34" in texts[0], "12:35" in texts[1], "12:34" in texts[1]] == [True, True, False]
    assert "2024" in texts[2] and "march" in texts[2] and texts[2] == texts[3]


def test_a_search_is_in_the_language_of_the_page() -> None:
    app = FakeApp("en")
    stored(app.store, "Ana", "")
    shown = screen(app)
    shown.field("search", I18n("es", "andarraya").seat(1))
    assert "0 games" in shown.slots()["count"]
    app.settings = app.settings.with_value("lang", "es")
    shown.restyle()
    assert says("mine.count.one", "es") in shown.slots()["count"]


# -- without games -----------------------------------------------------------------------------


def test_an_empty_list_says_what_to_do() -> None:
    app = opened("#games")
    shown = app.view.slots["list"]
    assert app.t("mine.none") in shown and "act:home" in shown
    assert (
        app.view.slots["count"] == ""
        and "data-field" not in app.view.layouts["main"].split("mine-backup")[0]
    )
    app.press("act:home")
    assert app.screen.name == "home"


def test_a_search_without_hits_says_so_and_keeps_its_field() -> None:
    app = FakeApp()
    stored(app.store, "Ana", "Blas")
    shown = screen(app)
    shown.field("search", "nobody")
    assert (
        wording("mine.no_match") in shown.slots()["list"]
        and "act:home" not in shown.slots()["list"]
    )
    assert "0 games" in shown.slots()["count"] and 'data-field="search"' in shown.layout()
    key = app.store.games()[0].id
    shown.field("search", "")
    shown.press(aim(f"act:delete:{key}"))
    assert wording("mine.none") in shown.slots()["list"] and "act:undo" in shown.slots()["undo"]


def test_a_table_and_the_look_for_mail_do_not_read_the_archive() -> None:
    work = Archive(archived()[0].entries)
    app = opened("#new=andarraya", work)
    assert app.screen.name == "table" and app.table.table.guided
    app.controller._look_for_mail()
    assert work.reads == 0
