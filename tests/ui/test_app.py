"""The app between page and screens: routes, refusals, dialogs, settings."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.errors import IllegalAction
from engine.core.texts import Message
from engine.match import codec
from engine.match.match import Match, MatchConfig
from ui.app import App, parse_fragment
from ui.desk import Desk, setup_of
from ui.html import Html
from ui.storage import MemoryStorage
from ui.store import Store

STEPS = "9r/10/1p8/3H6/10/10/5D4/10/10/R9 S S e2f3,e8f9 - - - - - 8.0.0"


class View:
    """Remembers what the document would show."""

    def __init__(self) -> None:
        self.layouts: dict[str, Html] = {}
        self.slots: dict[str, Html] = {}
        self.noticed = ""
        self.said: list[str] = []
        self.attributes_now: dict[str, Any] = {}
        self.looks: dict[str, str] = {}

    def show(self, place: str, name: str, layout: Html) -> None:
        self.layouts[place] = layout

    def attributes(self, place: str, attributes: Any) -> None:
        self.attributes_now[place] = attributes

    def patch(self, place: str, slots: Any, parts: Any) -> None:
        self.slots.update(slots)

    def close_dialog(self) -> None:
        self.layouts.pop("dialog", None)

    def appearance(self, attributes: Any) -> None:
        self.looks = dict(attributes)

    def focus(self, target: str) -> None: ...

    def announce(self, text: str) -> None:
        self.said.append(text)

    def notice(self, content: Html) -> None:
        self.noticed = content

    def sprite(self, game_id: str) -> None: ...


class Page:
    def __init__(self, fragment: str = "") -> None:
        self.now = fragment
        self.titles: list[str] = []
        self.marks: list[str] = []
        self.reports: list[str] = []
        self.reloads = 0

    def fragment(self) -> str:
        return self.now

    def set_fragment(self, fragment: str, replace: bool = False) -> None:
        self.now = fragment

    def title(self, text: str) -> None:
        self.titles.append(text)

    def mark(self, name: str) -> None:
        self.marks.append(name)

    def report(self, text: str) -> None:
        self.reports.append(text)

    def reload(self) -> None:
        self.reloads += 1

    def url(self) -> str:
        return "https://example.org/asedio/" + self.now

    def copy(self, text: str, done: Any) -> None: ...
    def download(self, name: str, text: str) -> None: ...
    def choose_file(self, done: Any) -> None: ...
    def scroll_to(self, element_id: str) -> None: ...
    def bring_into_view(self, selector: str) -> None: ...
    def release(self) -> None: ...

    def hold(self, key: str, told: Any, take: bool = False) -> None:
        told(True)


def opened(fragment: str = "", storage: MemoryStorage | None = None) -> App:
    page = Page(fragment)
    app = App(View(), page, Store(storage or MemoryStorage()), "es")
    app.desk = Desk(app, page)  # type: ignore[attr-defined]
    app.start()
    return app


def link(start: str = STEPS) -> str:
    return codec.encode(Match(MatchConfig("cotadrez", {}, (), start)))


def test_fragments_are_read_and_options_with_them():
    assert parse_fragment("#new=cotadrez&water=seco") == ("new", "cotadrez", {"water": "seco"})
    assert parse_fragment("") == ("", "", {})


def test_the_first_screen_is_home_and_the_page_says_when_it_is_ready():
    app = opened()
    assert app.screen.name == "home" and app.page.marks == ["asedio:ready"]


def test_a_table_is_opened_with_the_options_of_the_fragment():
    app = opened("#new=cotadrez&water=seco")
    assert app.screen.name == "table"
    assert app.screen.session.match.config.options["water"] == "seco"
    assert app.page.now.startswith("#play=") and "asedio:board" in app.page.marks


def test_a_reload_continues_the_same_game():
    storage = MemoryStorage()
    app = opened(f"#g={link()}", storage)
    app.press("sq:d7")
    app.press("sq:c7")
    again = opened(app.page.now, storage)
    assert again.screen.session.match.state.key() == app.screen.session.match.state.key()


def test_the_same_table_is_not_made_twice_when_one_comes_back_to_it():
    app = opened("#new=cotadrez")
    table, fragment = app.screen, app.page.now
    app.route("#rules=cotadrez&clause=2.1")
    assert app.screen.name == "rules"
    app.route(fragment)
    assert app.screen is table


@pytest.mark.parametrize(
    "bad", ["#g=AAAA", "#play=nothing", "#new=ludo", "#rules=ludo", "#new=cotadrez&water=lava"]
)
def test_a_bad_fragment_gives_a_message_and_home(bad: str):
    app = opened(bad)
    assert app.screen.name == "home" and app.view.noticed and app.page.reports == []


def test_a_damaged_link_keeps_the_game_that_is_on_the_table():
    app = opened("#new=cotadrez")
    table, fragment = app.screen, app.page.now
    app.page.now = "#g=damaged"
    app.route("#g=damaged")
    assert app.screen is table and app.view.noticed and app.page.now == fragment


def test_an_unknown_fragment_leads_home():
    assert opened("#whatever").screen.name == "home"


def test_a_stored_game_whose_events_the_rules_refuse_is_opened_up_to_there():
    storage = MemoryStorage()
    app = opened(f"#g={link()}", storage)
    app.press("sq:d7")
    app.press("sq:c7")
    key = app.screen.session.key
    storage.set(f"asedio:event:{key}:00001", '[1,["step",0,99],5]')
    again = opened(f"#play={key}", storage)
    assert len(again.screen.session.match.events) == 1
    assert any(name.startswith("asedio:aside:") for name in storage.keys())


# -- what goes wrong -----------------------------------------------------------------------------


class Broken:
    name = "broken"

    def __init__(self, error: Exception) -> None:
        self.error = error

    def title(self) -> str:
        return ""

    def layout(self) -> Html:
        return Html("")

    def slots(self) -> dict[str, Html]:
        return {}

    def press(self, target: str) -> None:
        raise self.error


def test_a_refusal_becomes_its_message():
    app = opened()
    app.go(Broken(IllegalAction(Message("error.no_undo"))))
    app.press("x")
    assert app.t("error.no_undo") in app.view.noticed and app.page.reports == []
    app.press("notice:close")
    assert app.view.noticed == ""


def test_a_mistake_of_ours_is_said_plainly_and_reported():
    app = opened()
    app.go(Broken(ZeroDivisionError("oops")))
    app.press("x")
    assert "page:reload" in app.view.noticed and "oops" not in app.view.noticed
    assert "oops" in app.page.reports[0]
    app.press("page:reload")
    assert app.page.reloads == 1


# -- dialogs and settings ------------------------------------------------------------------------


def test_a_dialog_takes_the_input_until_it_is_closed():
    app = opened("#new=cotadrez")
    app.press("act:settings")
    assert app.dialog is not None and "dialog" in app.view.layouts
    assert app.key("Escape", "") and app.dialog is None


def test_a_setting_is_stored_and_shown_at_once():
    storage = MemoryStorage()
    app = opened("#new=cotadrez", storage)
    app.set_setting("lang", "en")
    assert app.view.looks["lang"] == "en" and "places" in app.view.slots["say"]
    assert opened("", storage).settings.lang == "en"


# -- the last set-up -----------------------------------------------------------------------------


def test_the_mirror_of_my_last_set_up_is_offered_to_its_maker_only():
    storage = MemoryStorage()
    app = opened("", storage)
    app.desk.start_game("cotadrez", {}, ("Ana", "Blas"))
    app.press("act:random")
    mine = app.screen.arrange.draft
    app.press("act:ready")
    app.desk.start_game("cotadrez", {}, ("Carla", "Ana"))
    assert app.desk.last_setup("cotadrez", "Carla") == ()
    assert set(app.desk.last_setup("cotadrez", "Ana")) == set(mine)
    app.desk.start_game("cotadrez", {}, ("Ana", "Blas"))
    app.press("act:mirror")
    assert len(app.screen.arrange.draft) == len(mine)


def test_an_unfinished_set_up_is_no_model():
    match = Match(MatchConfig("cotadrez"))
    match.play(("fortress", 14))
    assert setup_of(match.config, match.events, 0) == ()
