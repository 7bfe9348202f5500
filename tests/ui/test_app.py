"""The app between page and screens: routes, refusals, dialogs, settings."""

from __future__ import annotations

import asyncio
import json
import sys
from types import SimpleNamespace
from typing import Never

import pytest

from engine.core.errors import IllegalAction
from engine.core.foreign import UnreadText, file_text
from engine.core.texts import Message
from engine.games import load_game
from tests.fixtures.present import present
from tests.ui.fakes import STEPS, Quota, link, match_of, opened
from ui.browser.files import read_file
from ui.learn.study.screen import StudyScreen
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store
from ui.session.address import parse_fragment
from ui.shell.screen import Screen
from ui.words.html import Html
from ui.words.targets import Target


def test_fragments_are_parsed_with_their_options() -> None:
    assert parse_fragment("#new=cotadrez&water=seco") == ("new", "cotadrez", {"water": "seco"})
    assert parse_fragment("") == ("", "", {})


def test_home_opens_first_and_marks_the_page_as_ready() -> None:
    app = opened()
    assert app.screen.name == "home" and app.page.marks == ["asedio:ready"]


def test_a_fragment_opens_a_table_with_its_options() -> None:
    app = opened("#new=cotadrez&water=seco")
    assert app.screen.name == "table"
    assert match_of(app.session).config.options["water"] == "seco"
    assert app.page.now.startswith("#play=") and "asedio:board" in app.page.marks


def test_a_reload_continues_the_same_game() -> None:
    storage = MemoryStorage()
    app = opened(f"#g={link()}", storage)
    app.press("sq:d7", "sq:c7")
    again = opened(app.page.now, storage)
    assert match_of(again.session).state.key() == match_of(app.session).state.key()


def test_returning_to_a_table_reuses_it() -> None:
    app = opened("#new=cotadrez")
    table, fragment = app.screen, app.page.now
    app.route("#rules=cotadrez&clause=2.1")
    assert app.screen.name == "rules"
    app.route(fragment)
    assert app.screen is table


@pytest.mark.parametrize(
    "bad", ["#g=AAAA", "#play=nothing", "#new=ludo", "#rules=ludo", "#new=cotadrez&water=lava"]
)
def test_a_bad_fragment_opens_home_with_a_message(bad: str) -> None:
    app = opened(bad)
    assert app.screen.name == "home" and app.view.noticed and app.page.reports == []


def test_a_damaged_link_leaves_the_current_game_open() -> None:
    app = opened("#new=cotadrez")
    table, fragment = app.screen, app.page.now
    app.page.now = "#g=damaged"
    app.route("#g=damaged")
    assert app.screen is table and app.view.noticed and app.page.now == fragment


def test_an_unknown_fragment_opens_home() -> None:
    assert opened("#whatever").screen.name == "home"


def test_a_stored_game_opens_up_to_its_first_illegal_event() -> None:
    storage = MemoryStorage()
    app = opened(f"#g={link()}", storage)
    app.press("sq:d7", "sq:c7")
    key = app.session.key
    storage.set(f"asedio:event:{key}:00001", '[1,["step",0,99],5]')
    again = opened(f"#play={key}", storage)
    assert len(match_of(again.session).events) == 1
    assert any(name.startswith("asedio:aside:") for name in storage.keys())


# -- refusals and errors -------------------------------------------------------------------------


class Broken(Screen):
    name = "broken"

    def __init__(self, error: Exception) -> None:
        self.error = error

    def title(self) -> str:
        return ""

    def layout(self) -> Html:
        return Html("")

    def slots(self) -> dict[str, Html]:
        return {}

    def press(self, target: Target) -> None:
        raise self.error


def test_a_refusal_is_shown_as_its_message() -> None:
    app = opened()
    app.go(Broken(IllegalAction(Message("error.no_undo"))))
    app.press("x")
    assert app.t("error.no_undo") in app.view.noticed and app.page.reports == []
    app.press("notice:close")
    assert app.view.noticed == ""


def test_an_unexpected_error_offers_a_reload_and_is_reported() -> None:
    app = opened()
    app.go(Broken(ZeroDivisionError("oops")))
    app.press("x")
    assert "page:reload" in app.view.noticed and "oops" not in app.view.noticed
    assert "oops" in app.page.reports[0]
    app.press("page:reload")
    assert app.page.reloads == 1


# -- dialogs and settings ------------------------------------------------------------------------


def test_a_dialog_receives_keys_until_it_is_closed() -> None:
    app = opened("#new=cotadrez")
    app.press("act:settings")
    assert app.dialog is not None and "dialog" in app.view.layouts
    assert app.key("Escape", "") and app.dialog is None


def test_a_setting_is_stored_and_applied_at_once() -> None:
    storage = MemoryStorage()
    app = opened("#new=cotadrez", storage)
    app.set_setting("lang", "en")
    assert app.view.looks["lang"] == "en" and "places" in app.view.slots["say"]
    assert opened("", storage).settings.lang == "en"


def test_home_keeps_its_form_after_rulebook_settings_and_game() -> None:
    app = opened("", MemoryStorage())
    app.press("act:game:stratego")
    app.field("name0", "Ana")
    app.field("seat1", "3")
    app.press("act:rules", "act:back")
    assert 'value="Ana"' in app.screen.slots()["players"]
    app.press("act:rules")
    app.route("")  # Back in the browser
    app.press("act:settings", "set:lang=es", "dialog:close")
    assert 'value="Ana"' in app.screen.slots()["players"]
    app.press("act:start", "act:home")
    assert "players" not in app.screen.slots()  # the cards are shown again
    app.press("act:game:stratego")
    setup = present(app.home.setup)
    assert setup.info.id == "stratego" and setup.levels[1] == 3
    assert 'value="Ana"' in app.screen.slots()["players"]


# -- the same link, an emptied store --------------------------------------------------------------


def test_the_same_link_opens_its_game_until_something_was_played_there() -> None:
    """What is opened is what the link holds."""
    storage = MemoryStorage()
    first = opened(f"#g={link()}", storage)
    assert opened(f"#g={link()}", storage).session.key == first.session.key
    assert len(first.store.games()) == 1
    first.press("sq:d7", "sq:c7")
    again = opened(f"#g={link()}", storage)
    assert again.session.key != first.session.key
    assert match_of(again.session).events == []
    assert opened(f"#g={link()}", storage).session.key == again.session.key
    with_computer = opened(f"#g={link()}&seats=04", storage)
    assert with_computer.session.key != again.session.key
    other = opened(f"#g={link(STEPS.replace('8.0.0', '9.0.0'))}", storage)
    assert len(other.store.games()) == 4


def test_a_record_with_the_moves_of_another_game_is_a_game_of_its_own() -> None:
    """Carla's game is not Ana's, although the same moves were played."""
    record = '[Game "Andarraya"]\n[White "{}"]\n[Date "{}"]\n\n1. e4 e5 2. Nf3 Nc6 *\n'
    app = opened()
    keys: list[str] = []
    for named in (("Ana", 2024), ("Carla", 2024), ("Ana", 2025), ("Ana", 2024)):
        app.press("act:home") if keys else None
        app.paste(record.format(named[0], f"{named[1]}.01.31"))
        assert match_of(app.session).config.names[0] == named[0]
        keys.append(app.session.key)
    assert len(set(keys)) == 3 and keys[0] == keys[3]


def test_a_file_whose_letters_were_guessed_is_opened_with_a_warning() -> None:
    """`Muñoz` in the encoding of chess programs keeps its letters."""
    app = opened()
    text = '[Game "Andarraya"]\n[White "Muñoz"]\n\n1. e4 e5 *\n'
    app.controller.take_file(file_text(text.encode("cp1252")))
    assert match_of(app.session).config.names[0] == "Muñoz"
    assert app.t("open.guessed") in app.view.noticed
    other = opened()
    other.controller.take_file(file_text(text.encode()))
    assert other.t("open.guessed") not in other.view.noticed


def test_a_file_that_cannot_be_read_is_called_that() -> None:
    """A folder, or a file that has gone, dropped on the page or chosen."""
    app = opened()
    app.controller.take_file(UnreadText())
    assert app.t("open.unread") in app.view.noticed
    app = opened()
    got: list[str | None] = []
    app.page.chosen = UnreadText()
    app.controller.choose_file(got.append)
    assert app.t("open.unread") in app.view.noticed and got == []


def test_a_file_that_the_browser_refuses_is_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    class Refused(Exception):
        pass

    class Folder:
        size = 0

        async def arrayBuffer(self) -> Never:
            raise Refused

    monkeypatch.setitem(sys.modules, "pyodide.ffi", SimpleNamespace(JsException=Refused))
    assert isinstance(asyncio.run(read_file(Folder())), UnreadText)


def test_links_and_files_keep_the_computer_and_its_level() -> None:
    app = opened(f"#g={link()}&seats=04")
    assert app.session.levels == (0, 4)
    word = app.session.exports().link().address("http://x/")
    assert word.endswith("&seats=04")
    other = opened()
    other.paste(app.session.exports().save_text())
    assert other.session.levels == (0, 4)
    again = opened(f"#play={other.session.key}", other.disk)
    assert again.session.levels == (0, 4)
    for seats in ("&seats=", "&seats=00", "&seats=x", "&seats=09", "&seats=%23g=AAAA", "&other=1"):
        assert not any(opened(f"#g={link()}{seats}").session.levels)


def test_a_cleared_store_is_rewritten_with_the_next_action() -> None:
    storage = MemoryStorage()
    app = opened(f"#g={link()}", storage)
    session = app.session
    app.press("sq:d7", "sq:c7")
    storage.entries.clear()
    app.press("act:undo")
    assert app.t("store.restored") in app.view.noticed
    app.press("sq:d7", "sq:c7")
    saved = present(Store(storage).load(session.key))
    assert saved.events == match_of(app.session).events != []


def test_a_store_cleared_by_another_tab_is_rewritten_at_once() -> None:
    storage = MemoryStorage()
    app = opened(f"#g={link()}", storage)
    app.press("sq:d7", "sq:c7")
    storage.entries.clear()
    app.controller.stored("")
    saved = present(Store(storage).load(app.session.key))
    assert saved.events == match_of(app.session).events != []
    assert app.t("store.restored") in app.view.noticed


def test_the_not_saved_notice_stays_until_the_game_is_saved() -> None:
    storage = Quota()
    app = opened(f"#g={link()}", storage)
    words = app.t("store.not_kept")
    storage.full = True
    app.press("sq:d7", "sq:c7")
    assert words in app.view.noticed
    app.press("act:undo", "notice:close")
    assert words in app.view.noticed
    storage.full = False
    app.press("sq:d7")
    assert words not in app.view.noticed


@pytest.mark.parametrize("events", [1, 7, 12])
def test_a_deployment_killed_between_its_events_is_finished(events: int) -> None:
    """It came back half played, without *Ready*, *Random* and *Clear*."""
    storage = MemoryStorage()
    app = opened("#new=cotadrez", storage)
    app.press("act:random")
    before = dict(storage.entries)
    app.press("act:ready")
    played = {key: raw for key, raw in storage.entries.items() if ":event:" in key}
    assert len(played) > 12
    killed = MemoryStorage({**before, **dict(sorted(played.items())[:events])})
    again = opened(app.table.fragment(), killed)
    assert again.session.count == len(played)
    assert {key: killed.entries[key].rsplit(",", 1)[0] for key in played} == {
        key: raw.rsplit(",", 1)[0] for key, raw in played.items()
    }
    assert not [key for key in killed.entries if ":draft:" in key]


def test_nothing_of_the_screen_before_stays_in_the_live_region() -> None:
    app = opened("#learn=andarraya&lesson=1")
    assert app.view.said[-1]
    app.route("#settings")
    app.route("#new=andarraya")
    assert app.view.said[-1] == ""


PLAIN = {"format": "asedio", "version": 1, "game": "andarraya", "rules": 1, "names": ["Ana", "Eva"]}
ROOKS = "4k3/8/8/8/8/8/8/R3K2R w - - 0 1"


@pytest.mark.parametrize(
    "other",
    [
        {"names": ["Ana", "Eva L."]},
        {"tags": {"Date": "2025.01.31"}},
        {"options": {"king_leap": "any"}},
        {"clock": "10+5", "left": [600000, 600000]},
        {"seats": [0, 3]},
        {"start": ROOKS},
        {"events": [[0, "move", 12, 28, 0]]},
    ],
    ids=lambda other: next(iter(other)),
)
def test_a_file_that_differs_in_anything_is_a_game_of_its_own(other: dict[str, object]) -> None:
    """And each opened a second time is the game it was."""
    rules = load_game("andarraya").info.rules_version
    files = [
        json.dumps({**PLAIN, "rules": rules, "events": [], **more})
        for more in (dict[str, object](), other)
    ]
    app = opened()
    keys: list[str] = []
    for text in (*files, *files):
        app.controller.take_file(text)
        app.page.slices()
        keys.append(app.session.key)
    assert keys[:2] == keys[2:] and keys[0] != keys[1]


def test_a_study_of_the_same_moves_leaves_the_game_alone() -> None:
    """And the game leaves the study alone."""
    app = opened()
    record = '[Game "Andarraya"]\n[White "Ana"]\n\n1. e4 e5 {a plan} *\n'
    app.controller.take_file(record)
    app.page.slices()
    assert isinstance(app.screen, StudyScreen)
    app.controller.take_file(record.replace("{a plan} ", ""))
    app.page.slices()
    assert not isinstance(app.screen, StudyScreen) and len(app.store.games()) == 1
    app.controller.take_file(record.replace("Ana", "Carla"))
    app.page.slices()
    assert isinstance(app.screen, StudyScreen)
    assert "Carla" in app.screen.cursor.chapter.config.names
    assert len(app.store.games()) == 1
