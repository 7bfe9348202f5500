"""Long links, files and records are read in slices and can be cancelled; refusals; names."""

from __future__ import annotations

from functools import partial
from itertools import count
from random import Random

import pytest

from engine.core.texts import MAX_NAME
from engine.dev.common import play_on, random_match
from engine.match import codec, record, savefile
from engine.match.match import Match, MatchConfig
from tests.engine.test_codec import sealed
from tests.ui.fakes import whole
from tests.ui.test_app import App, opened
from ui.session import long_tasks, share
from ui.session.long_tasks import ReadingTask
from ui.shell.controller import Controller
from ui.shell.dialogs import ReadingDialog, ShareDialog


@pytest.fixture(autouse=True)
def one_event_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_tasks, "FIRST_SLICE", 0)
    monkeypatch.setattr(long_tasks, "SLICE", 0)


@pytest.fixture(scope="module")
def game() -> Match:
    return play_on(Match(MatchConfig("andarraya")), Random(3), 60)


def paste(app: App, text: str) -> None:
    app.field("paste", text)
    app.press("act:open")


def test_a_slice_ends_when_its_time_is_over(game: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_tasks, "FIRST_SLICE", 10)
    monkeypatch.setattr(long_tasks, "SLICE", 10)
    ticks = count()
    work = ReadingTask(partial(share.reading, codec.encode(game)), lambda: float(next(ticks)))
    assert not work.go_on()
    assert work.step.done == 10 and work.step.total == len(game.events)
    while not work.go_on():
        assert work.step.done % 10 == 0
    assert work.found is not None and work.found.events == game.events


@pytest.mark.parametrize("form", ["link", "file", "record"])
def test_a_long_text_shows_its_progress_and_then_opens(game: Match, form: str) -> None:
    app = opened()
    write = {"link": codec.encode, "file": savefile.dump, "record": record.write}[form]
    paste(app, write(game))
    assert isinstance(app.dialog, ReadingDialog) and app.screen.name == "home"
    while "2" not in app.view.slots["progress"]:
        app.page.waiting.pop(0)()
    assert "jugadas" in app.view.slots["progress"]
    assert app.page.slices() > len(game.events) // 2
    assert app.dialog is None and app.screen.name == "table"
    assert app.screen.session._match.events == game.events


def test_a_view_is_read_in_slices_too() -> None:
    match = random_match("stratego", {"army": "barrage8", "no_capture_limit": 20}, 1)
    work = ReadingTask(partial(share.reading, share.Exports(match, 0).view_text()))
    slices = 0
    while not work.go_on():
        slices += 1
    assert work.found is not None and work.found.viewer == 0 and slices > 20


@pytest.mark.parametrize("way", ["dialog:close", "Escape"])
def test_reading_can_be_cancelled_and_leaves_nothing_behind(game: Match, way: str) -> None:
    app = opened()
    paste(app, codec.encode(game))
    app.key(way, "") if way == "Escape" else app.press(way)
    assert app.page.slices() == 1
    assert app.screen.name == "home" and app.dialog is None and app.store.games() == []
    assert app.screen.paste


def test_a_long_link_in_the_address_is_read_while_home_is_shown(game: Match) -> None:
    app = opened(f"#g={codec.encode(game)}")
    assert app.screen.name == "home" and app.page.marks == ["asedio:ready"]
    app.page.slices()
    assert app.screen.name == "table" and app.page.now.startswith("#play=")


def test_cancelling_a_link_in_the_address_removes_it(game: Match) -> None:
    app = opened(f"#g={codec.encode(game)}")
    app.page.waiting.pop(0)()
    app.press("dialog:close")
    app.page.slices()
    assert app.screen.name == "home" and app.page.now == "" and app.store.games() == []


def test_opening_another_address_stops_the_reading(game: Match) -> None:
    app = opened()
    paste(app, codec.encode(game))
    app.route("#new=rilatria")
    app.page.slices()
    assert app.screen.game_id == "rilatria" and len(app.store.games()) == 1


def test_a_late_refusal_is_shown_where_the_text_was_pasted(game: Match) -> None:
    app = opened()
    text = savefile.dump(game).replace("]],", '],[0,"nonsense"]],')
    paste(app, text)
    app.page.slices()
    assert app.dialog is None and app.screen.name == "home"
    assert str(len(game.events) + 1) in app.view.slots["problem"] and app.screen.paste.text == text


def test_a_late_refusal_of_an_address_is_shown_on_home(game: Match) -> None:
    body = codec._unwrap(codec.encode(game))[: -codec.CHECKSUM]
    app = opened(f"#g={sealed(body + bytes(32))}")
    assert not app.view.noticed and len(app.page.waiting) == 1
    app.page.slices()
    assert app.screen.name == "home" and app.dialog is None and app.view.noticed
    assert app.page.now == ""


# -- refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize("fragment", ["#new=andarraya", "", "#rules=rilatria"])
def test_an_old_refusal_is_gone_when_another_address_opens(fragment: str) -> None:
    app = opened("#g=AAAA")
    assert app.view.noticed
    app.route(fragment)
    app.page.slices()
    assert app.view.noticed == ""


@pytest.mark.parametrize(
    ("fragment", "said"),
    [
        ("#new=stratego&army=Sx3", "bandera"),
        ("#new=cotadrez&water=lava", "water"),
        ("#new=rilatria&blow=9", "blow"),
    ],
)
def test_invalid_options_in_an_address_get_the_message_of_their_game(
    fragment: str, said: str
) -> None:
    app = opened(fragment)
    assert said in app.view.noticed and "error." not in app.view.noticed


def test_an_invalid_position_in_a_link_gets_the_message_of_its_game() -> None:
    head = b"\1\x08cotadrez\1\0\0\3abc\0\0\0"
    assert codec.FORMAT == 1
    app = opened(f"#g={sealed(head)}")
    assert "bad_position" not in app.view.noticed and "error." not in app.view.noticed
    assert "posición" in app.view.noticed.lower()
    paste(app, sealed(head))
    app.page.slices()
    assert "error." not in app.view.slots["problem"] and "posición" in app.view.slots["problem"]


def test_a_game_too_long_for_a_link_is_offered_as_a_file(
    game: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(codec, "MAX_CHARS", 60)
    app = opened()
    assert isinstance(app.controller, Controller)  # type: ignore[attr-defined]
    app.controller.open_share(share.Exports(game))  # type: ignore[attr-defined]
    assert isinstance(app.dialog, ShareDialog)
    shown = whole(app.dialog)
    assert "share:copy" not in shown and "share:file" in shown and "share:record" in shown
    assert "archivo" in shown and "60" in shown


# -- names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["form", "link", "file", "record", "view"])
def test_a_name_is_at_most_forty_letters_wherever_it_comes_from(form: str) -> None:
    long = "N" * 200
    match = random_match("andarraya", {}, 3)
    match.config.names = (long, "Blas")
    if form == "form":
        names = MatchConfig("andarraya", {}, (long, "Blas")).names
    elif form == "file":
        names = savefile.load(savefile.dump(match)).config.names
    elif form == "view":
        names = savefile.load(savefile.dump_view(match, 0)).config.names
    elif form == "record":
        names = record.read(record.write(match)).config.names
    else:
        names = codec.decode(codec.encode(match)).config.names
    assert names == ("N" * MAX_NAME, "Blas")
