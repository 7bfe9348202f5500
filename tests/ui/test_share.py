"""Export and import of games: links, files, records and views, with their dialogs."""

from __future__ import annotations

import json
import re
from datetime import datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import AsedioError
from engine.games import REGISTRY
from engine.match import codec
from engine.match.match import Match, MatchConfig
from engine.match.view import View
from tests.fixtures.model import model_match, register
from tests.fixtures.present import present
from tests.fixtures.says import wording
from tests.fixtures.targets import aim
from tests.ui.fakes import FakeApp, FakeController, new_match, play, set_table, whole
from tests.ui.pages import FakePage
from ui.home.screen import HomeScreen
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store
from ui.session import share
from ui.session.session import Session
from ui.session.share import Exports
from ui.shell.dialogs import SettingsDialog, ShareDialog
from ui.shell.screen import Screen
from ui.shell.settings import CHOICES

NOON = int(datetime(2026, 11, 29, 12).timestamp() * 1000)
URL = "http://localhost:8000/index.html#saved=x"


@pytest.fixture(autouse=True)
def model(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch)


def finished() -> Match:
    match = model_match(names=("Ana", "Blas"))
    match.resign(1)
    return match


def hidden() -> Match:
    """Return a match in which a treasure is buried, so that it has a secret."""
    match = model_match(names=("Ana", "Blas"))
    match.play(match.options_now()[0])
    return match


def test_a_link_restores_the_match() -> None:
    match = finished()
    address = Exports(match).link().address(URL)
    assert address.startswith("http://localhost:8000/index.html#g=")
    again = share.read_text(f"  Look: <{address}>. ")
    assert (again.events, again.config.names) == (match.events, ("Ana", "Blas"))


def test_a_link_is_read_without_its_address_and_with_line_breaks() -> None:
    address = Exports(finished()).link().address(URL)
    word = address.split("#g=")[1]
    assert share.read_text(f"«{word}»\n").events == finished().events
    half = len(word) // 2
    wrapped = address.replace(word, f"{word[:half]}\n{word[half:]}\n")
    assert share.read_text(wrapped).events == finished().events


def test_files_and_records_are_read() -> None:
    match = finished()
    assert share.read_text(Exports(match).save_text()).events == match.events
    assert share.read_text(Exports(match).record_text()).events == match.events


def test_a_game_with_secrets_has_no_link_and_no_record() -> None:
    match = hidden()
    assert share.hides_secrets(match)
    with pytest.raises(share.Withheld):
        Exports(match).link().address(URL)
    with pytest.raises(share.Withheld):
        Exports(match).record_text()
    assert share.read_text(Exports(match).save_text()).events == match.events


def test_a_game_without_secrets_at_present_can_be_shared() -> None:
    assert not share.hides_secrets(model_match())
    assert not share.hides_secrets(finished())


@given(st.one_of(st.text(max_size=200), st.binary(max_size=80).map(lambda b: "#g=" + b.hex())))
def test_any_text_is_a_match_or_a_refusal(text: str) -> None:
    try:
        assert isinstance(share.read_text(text), Match)
    except AsedioError as refusal:
        assert FakeApp().words().message(refusal.message) != refusal.message.key


def test_a_damaged_link_is_refused() -> None:
    address = Exports(finished()).link().address(URL)
    for damaged in (
        address[:-1],
        address[:-3] + "xyz",
        address + "AA",
        address.replace("#g=A", "#g="),
    ):
        with pytest.raises(AsedioError):
            share.read_text(damaged)


def test_file_names_are_plain_ascii() -> None:
    match = model_match(names=("Ángel / ../", "señora Ñ"))
    name = Exports(match, day="2026.11.21").file_name(".json")
    assert name == "asedio-lantern-angel-senora-n-2026-11-21.json"


def test_file_name_and_caption_tell_result_and_day_of_the_game() -> None:
    match = finished()
    match.config.tags["Date"] = "2026.11.21"
    exports, words = Exports(match), FakeApp("en").words(match.game.info.id)
    score = present(match.outcome()).score
    assert exports.file_name(".gif") == f"asedio-lantern-ana-blas-{score}-2026-11-21.gif"
    assert exports.caption(words) == f"Ana – Blas · {score} · 2026-11-21"


def test_caption_of_a_running_game_has_no_result_and_of_a_composed_one_nothing() -> None:
    match = model_match()
    words = FakeApp("en").words(match.game.info.id)
    names = [words.t(f"player.name.{one}") for one in range(2)]
    assert Exports(match).caption(words) == " – ".join(names)
    assert Exports(match, composed=True).caption(words) == ""


def test_the_dialog_offers_link_file_and_record() -> None:
    app, controller = FakeApp(), FakePage()
    dialog = ShareDialog(app, Exports(finished()), URL, controller)
    assert "#g=" in whole(dialog)
    play(dialog, "share:copy", "share:record", "share:file", "share:record-file")
    assert [one[0] for one in controller.handed] == ["copy", "copy", "download", "download"]
    assert dialog.slots()["said"].startswith("Downloaded")


def test_less_usual_ways_to_share_are_folded() -> None:
    dialog = ShareDialog(FakeApp(), Exports(finished()), URL, FakePage())
    shown = whole(dialog)
    folded = "".join(re.findall(r'<details class="fold">.*?</details>', shown))
    for name in ("picture:.svg", "picture:copy", "forum", "print", "embed"):
        assert f'data-target="share:{name}"' in folded
    for name in ("copy", "file", "record", "picture:.png"):
        assert f'data-target="share:{name}"' in shown.replace(folded, "")
    assert shown.count("<details") == 2 and folded.count("<summary>") == 2


def test_the_dialog_offers_only_a_file_while_there_are_secrets() -> None:
    app, controller = FakeApp(), FakePage()
    dialog = ShareDialog(app, Exports(hidden()), URL, controller)
    markup = whole(dialog)
    assert "#g=" not in markup and "share:record" not in markup and "share:copy" not in markup
    play(dialog, "share:copy", "share:record", "share:record-file")
    assert controller.handed == []
    dialog.press(aim("share:file"))
    assert controller.handed[0][0] == "download"


def test_an_earlier_position_offers_the_game_so_far_and_the_whole_game() -> None:
    match = model_match(names=("Ana", "Blas"))
    while not match.over and len(match.events) < 12:
        match.play(match.options_now()[0])
    while not match.over:
        match.resign(0)
    app, page = FakeApp(), FakePage()
    dialog = ShareDialog(app, Exports(match, 0, (), 5), URL, page)
    assert wording("share.link.why.early") in whole(dialog) and dialog.link in whole(dialog)
    early = share.read_text(dialog.link)
    assert early.events == match.events[:5] and not early.over
    assert early.config.names == ("Ana", "Blas")
    dialog.field("share:what", "whole")
    assert share.read_text(dialog.link).events == match.events
    dialog.field("share:what", "early")
    dialog.press(aim("share:file"))
    assert share.read_text(page.handed[-1][-1]).events == match.events[:5]
    assert "share:what" not in whole(ShareDialog(app, Exports(match), URL, page))


def test_a_withheld_game_is_withheld_at_every_earlier_position_too() -> None:
    match = hidden()
    for at in range(len(match.events) + 1):
        with pytest.raises(share.Withheld):
            Exports(match, 0, (), at).link().address(URL)
        with pytest.raises(share.Withheld):
            Exports(match, 0, (), at).record_text()


# -- computers -----------------------------------------------------------------------------------


def test_a_link_and_a_file_keep_the_computer_and_its_level() -> None:
    match = finished()
    address = Exports(match, 0, (0, 4)).link().address(URL)
    assert address.endswith("&seats=04")
    assert share.read_text(f"Look: <{address}>.").levels == (0, 4)
    assert share.read_text(Exports(match, 0, (0, 4)).save_text()).levels == (0, 4)
    word = address.partition("#g=")[2].partition("&")[0]
    assert (
        address == f"{Exports(match).link().address(URL)}&seats=04"
        and share.read_text(word).levels == ()
    )
    half = len(word) // 2
    wrapped = address.replace(word, f"{word[:half]}\n{word[half:]}\n")
    assert share.read_text(wrapped).levels == (0, 4)


def test_earlier_versions_ignore_the_seats() -> None:
    """They read what follows `#g=` up to the next blank, and the fields of a file they know."""
    match = finished()
    address = Exports(match, 0, (3, 0)).link().address(URL)
    assert codec.decode(address).events == match.events
    assert codec.decode(address.split("#g=")[1]).events == match.events
    text = Exports(match, 0, (3, 0)).save_text()
    known = {"format", "version", "game", "rules", "options", "names", "tags", "start", "events"}
    old = {name: value for name, value in json.loads(text).items() if name in known}
    assert share.read_text(json.dumps(old)).events == match.events
    assert "seats" not in Exports(match).save_text()  # with people only, the file has no seats


@pytest.mark.parametrize(
    "seats", ["", "x", "0", "00", "-1", "0.3", "99999999999", "٣0", "0,3", "9" * 5000, "%30"]
)
def test_unreadable_seats_of_a_link_do_not_affect_its_game(seats: str) -> None:
    match = finished()
    found = share.read_text(f"{Exports(match).link().address(URL)}&seats={seats}")
    assert found.events == match.events and len(found.levels) <= 2


@pytest.mark.parametrize("seats", [[], ["3"], [0, -1], [True, 3], {"0": 3}, 3, None, [0, 10**9]])
def test_unreadable_seats_of_a_file_do_not_affect_its_game(seats: Any) -> None:
    document = {**json.loads(Exports(finished()).save_text()), "seats": seats}
    found = share.read_text(json.dumps(document))
    assert found.events == finished().events and found.levels == ()


def test_settings_take_effect_at_once_and_keep_the_focus() -> None:
    app = FakeApp("es")
    dialog = SettingsDialog(app)
    assert 'data-target="set:theme=night"' in whole(dialog)
    dialog.press(aim("set:theme=night"))
    dialog.field("set:lang", "en")
    assert (app.settings.theme, app.settings.lang) == ("night", "en")
    assert app.view.focused == ["set:theme=night", "set:lang=en"]
    play(dialog, "set:theme=night", "set:theme=pink", "set:nothing=on")
    assert app.settings.theme == "night"


def below(game_id: str | None) -> Screen:
    """Return the table of a game, or home, over which the settings are opened."""
    return set_table(new_match(game_id)) if game_id else HomeScreen(FakeApp(), FakeController())


def test_settings_show_a_board_and_each_set_of_pieces_of_the_game_below() -> None:
    app = FakeApp("en")
    assert "#cover-" in whole(SettingsDialog(app))
    app.screen = below("twocities")
    markup = whole(SettingsDialog(app))
    preview = markup.split("</h3>")[0]
    assert "preview" in preview and all(f"side{side}" in preview for side in (0, 1))
    assert "#twocities-light" in preview and "#twocities-pawn" in preview
    for value in CHOICES["pieces"]:
        assert f'data-pieces="{value}"' in markup
    for value in CHOICES["board"]:
        assert f'data-ground="{value}"' in markup


def test_settings_without_effect_in_a_game_are_not_offered_at_its_table() -> None:
    """*Original pieces* and the letters of notation matter only in some games."""
    offered = {}
    for game_id in (None, *REGISTRY):
        app = FakeApp("es")
        app.screen = below(game_id)
        markup = whole(SettingsDialog(app))
        offered[game_id] = ("set:pieces=source" in markup, "set:letters=own" in markup)
    assert offered.pop(None) == (True, True)
    assert offered.pop("andarraya") == (False, True)
    assert offered.pop("twocities") == (True, False)
    assert set(offered.values()) == {(False, False)}
    app.set_setting("pieces", "source")
    app.screen = below("andarraya")
    chosen = re.search(r'set:pieces=(\w+)"><input[^>]* checked', whole(SettingsDialog(app)))
    assert chosen is not None and chosen[1] == "figures"


def test_a_players_view_opens_and_cannot_be_shared_as_a_game() -> None:
    view = share.read_text(f"\n{Exports(hidden(), 1).view_text()}\n")
    assert isinstance(view, View) and view.viewer == 1
    assert share.hides_secrets(view)
    with pytest.raises(share.Withheld):
        Exports(view).link().address(URL)
    with pytest.raises(share.Withheld):
        Exports(view).save_text()
    assert '"viewer":"north"' in Exports(view, 1).view_text()
    assert Exports(view, 1).view_name().endswith("-north.json")


def test_the_dialog_of_a_view_offers_only_the_view() -> None:
    app, controller = FakeApp(), FakePage()
    view = share.read_text(Exports(hidden(), 1).view_text())
    dialog = ShareDialog(app, Exports(view, 1), URL, controller)
    markup = whole(dialog)
    assert "share:view" in markup and "share:file" not in markup and "#g=" not in markup
    play(dialog, "share:file", "share:copy", "share:record", "share:view")
    assert [one[0] for one in controller.handed] == ["download"]


def test_record_and_file_name_the_day_a_game_was_begun_here() -> None:
    store = Store(MemoryStorage(), now=lambda: NOON)
    match = Match(MatchConfig("andarraya", {}, ("Ana", "Blas")))
    session = Session(match, store, store.new_game(match.config))
    assert '[Date "2026.11.29"]' in session.exports().record_text()
    again = share.read_text(session.exports().save_text())
    assert again.config.tags["Date"] == "2026.11.29"
    assert match.config.tags == {}


def test_game_from_elsewhere_gets_no_date_of_today() -> None:
    store = Store(MemoryStorage(), now=lambda: NOON)
    match = share.read_text('[Game "Andarraya"]\n[White "Ana"]\n\n1. e4 e5 *\n')
    session = Session(match, store, store.add(match, ""))
    assert "2026.11.29" not in session.exports().record_text()
