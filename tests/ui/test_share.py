"""Export and import of games: links, files, records and views, with their dialogs."""

from __future__ import annotations

import json
import re
from datetime import datetime
from types import SimpleNamespace
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
from tests.fixtures.targets import aim
from tests.ui.fakes import FakeApp, FakeController, whole
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store
from ui.session import share
from ui.session.session import Session
from ui.shell.dialogs import SettingsDialog, ShareDialog
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
    address = share.Exports(match).link().address(URL)
    assert address.startswith("http://localhost:8000/index.html#g=")
    again = share.read_text(f"  Look: <{address}>. ")
    assert (again.events, again.config.names) == (match.events, ("Ana", "Blas"))


def test_a_link_is_read_without_its_address_and_with_line_breaks() -> None:
    address = share.Exports(finished()).link().address(URL)
    word = address.split("#g=")[1]
    assert share.read_text(f"«{word}»\n").events == finished().events
    half = len(word) // 2
    wrapped = address.replace(word, f"{word[:half]}\n{word[half:]}\n")
    assert share.read_text(wrapped).events == finished().events


def test_files_and_records_are_read() -> None:
    match = finished()
    assert share.read_text(share.Exports(match).save_text()).events == match.events
    assert share.read_text(share.Exports(match).record_text()).events == match.events


def test_a_game_with_secrets_has_no_link_and_no_record() -> None:
    match = hidden()
    assert share.hides_secrets(match)
    for way in (
        lambda: share.Exports(match).link().address(URL),
        lambda: share.Exports(match).record_text(),
    ):
        with pytest.raises(share.Withheld):
            way()
    assert share.read_text(share.Exports(match).save_text()).events == match.events


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
    address = share.Exports(finished()).link().address(URL)
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
    name = share.Exports(match, day="2026.11.21").file_name(".json")
    assert name == "asedio-lantern-angel-senora-n-2026-11-21.json"


def test_file_name_and_caption_tell_result_and_day_of_the_game() -> None:
    match = finished()
    match.config.tags["Date"] = "2026.11.21"
    exports, words = share.Exports(match), FakeApp("en").words(match.game.info.id)
    score = match.outcome().score  # type: ignore[union-attr]
    assert exports.file_name(".gif") == f"asedio-lantern-ana-blas-{score}-2026-11-21.gif"
    assert exports.caption(words) == f"Ana – Blas · {score} · 2026-11-21"


def test_caption_of_a_running_game_has_no_result_and_of_a_composed_one_nothing() -> None:
    match = model_match()
    words = FakeApp("en").words(match.game.info.id)
    names = [words.t(f"player.name.{one}") for one in range(2)]
    assert share.Exports(match).caption(words) == " – ".join(names)
    assert share.Exports(match, composed=True).caption(words) == ""


def test_the_dialog_offers_link_file_and_record() -> None:
    app, controller = FakeApp(), FakeController()
    dialog = ShareDialog(app, share.Exports(finished()), URL, controller)  # type: ignore[arg-type]
    assert "#g=" in whole(dialog)
    for target in ("share:copy", "share:record", "share:file", "share:record-file"):
        dialog.press(aim(target))
    assert [one[0] for one in controller.asked] == ["copy", "copy", "download", "download"]
    assert dialog.slots()["said"].startswith("Downloaded")


def test_less_usual_ways_to_share_are_folded() -> None:
    dialog = ShareDialog(FakeApp(), share.Exports(finished()), URL, FakeController())  # type: ignore[arg-type]
    shown = whole(dialog)
    folded = "".join(re.findall(r'<details class="fold">.*?</details>', shown))
    for name in ("picture:.svg", "picture:copy", "forum", "print", "embed"):
        assert f'data-target="share:{name}"' in folded
    for name in ("copy", "file", "record", "picture:.png"):
        assert f'data-target="share:{name}"' in shown.replace(folded, "")
    assert shown.count("<details") == 2 and folded.count("<summary>") == 2


def test_the_dialog_offers_only_a_file_while_there_are_secrets() -> None:
    app, controller = FakeApp(), FakeController()
    dialog = ShareDialog(app, share.Exports(hidden()), URL, controller)  # type: ignore[arg-type]
    markup = whole(dialog)
    assert "#g=" not in markup and "share:record" not in markup and "share:copy" not in markup
    for target in ("share:copy", "share:record", "share:record-file"):
        dialog.press(aim(target))
    assert controller.asked == []
    dialog.press(aim("share:file"))
    assert controller.asked[0][0] == "download"


def test_an_earlier_position_offers_the_game_so_far_and_the_whole_game() -> None:
    match = model_match(names=("Ana", "Blas"))
    while not match.over and len(match.events) < 12:
        match.play(match.options_now()[0])
    while not match.over:
        match.resign(0)
    app, page = FakeApp(), FakeController()
    dialog = ShareDialog(app, share.Exports(match, 0, (), 5), URL, page)  # type: ignore[arg-type]
    assert "up to this position" in whole(dialog) and dialog.link in whole(dialog)
    early = share.read_text(dialog.link)
    assert early.events == match.events[:5] and not early.over
    assert early.config.names == ("Ana", "Blas")
    dialog.field("share:what", "whole")
    assert share.read_text(dialog.link).events == match.events
    dialog.field("share:what", "early")
    dialog.press(aim("share:file"))
    assert share.read_text(page.asked[-1][-1]).events == match.events[:5]
    assert "share:what" not in whole(ShareDialog(app, share.Exports(match), URL, page))  # type: ignore[arg-type]


def test_a_withheld_game_is_withheld_at_every_earlier_position_too() -> None:
    match = hidden()
    for at in range(len(match.events) + 1):
        with pytest.raises(share.Withheld):
            share.Exports(match, 0, (), at).link().address(URL)
        with pytest.raises(share.Withheld):
            share.Exports(match, 0, (), at).record_text()


# -- computers -----------------------------------------------------------------------------------


def test_a_link_and_a_file_keep_the_computer_and_its_level() -> None:
    match = finished()
    address = share.Exports(match, 0, (0, 4)).link().address(URL)
    assert address.endswith("&seats=04")
    assert share.read_text(f"Look: <{address}>.").levels == (0, 4)
    assert share.read_text(share.Exports(match, 0, (0, 4)).save_text()).levels == (0, 4)
    word = address.partition("#g=")[2].partition("&")[0]
    assert (
        address == f"{share.Exports(match).link().address(URL)}&seats=04"
        and share.read_text(word).levels == ()
    )
    half = len(word) // 2
    wrapped = address.replace(word, f"{word[:half]}\n{word[half:]}\n")
    assert share.read_text(wrapped).levels == (0, 4)


def test_earlier_versions_ignore_the_seats() -> None:
    """They read what follows `#g=` up to the next blank, and the fields of a file they know."""
    match = finished()
    address = share.Exports(match, 0, (3, 0)).link().address(URL)
    assert codec.decode(address).events == match.events
    assert codec.decode(address.split("#g=")[1]).events == match.events
    text = share.Exports(match, 0, (3, 0)).save_text()
    known = {"format", "version", "game", "rules", "options", "names", "tags", "start", "events"}
    old = {name: value for name, value in json.loads(text).items() if name in known}
    assert share.read_text(json.dumps(old)).events == match.events
    assert (
        "seats" not in share.Exports(match).save_text()
    )  # with people only, the file has no seats


@pytest.mark.parametrize(
    "seats", ["", "x", "0", "00", "-1", "0.3", "99999999999", "٣0", "0,3", "9" * 5000, "%30"]
)
def test_unreadable_seats_of_a_link_do_not_affect_its_game(seats: str) -> None:
    match = finished()
    found = share.read_text(f"{share.Exports(match).link().address(URL)}&seats={seats}")
    assert found.events == match.events and len(found.levels) <= 2


@pytest.mark.parametrize("seats", [[], ["3"], [0, -1], [True, 3], {"0": 3}, 3, None, [0, 10**9]])
def test_unreadable_seats_of_a_file_do_not_affect_its_game(seats: Any) -> None:
    document = {**json.loads(share.Exports(finished()).save_text()), "seats": seats}
    found = share.read_text(json.dumps(document))
    assert found.events == finished().events and found.levels == ()


def test_settings_take_effect_at_once_and_keep_the_focus() -> None:
    app = FakeApp("es")
    dialog = SettingsDialog(app)  # type: ignore[arg-type]
    assert 'data-target="set:theme=night"' in whole(dialog)
    dialog.press(aim("set:theme=night"))
    dialog.field("set:lang", "en")
    assert (app.settings.theme, app.settings.lang) == ("night", "en")
    assert app.view.focused == ["set:theme=night", "set:lang=en"]
    dialog.press(aim("set:theme=night"))
    dialog.press(aim("set:theme=pink"))
    dialog.press(aim("set:nothing=on"))
    assert app.settings.theme == "night"


def test_settings_show_a_board_and_each_set_of_pieces_of_the_game_below() -> None:
    app = FakeApp("en")
    assert "#cover-" in whole(SettingsDialog(app))  # type: ignore[arg-type]
    app.screen = SimpleNamespace(game_id="twocities")
    markup = whole(SettingsDialog(app))  # type: ignore[arg-type]
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
        app.screen = SimpleNamespace(game_id=game_id)
        markup = whole(SettingsDialog(app))  # type: ignore[arg-type]
        offered[game_id] = ("set:pieces=source" in markup, "set:letters=own" in markup)
    assert offered.pop(None) == (True, True)
    assert offered.pop("andarraya") == (False, True)
    assert offered.pop("twocities") == (True, False)
    assert set(offered.values()) == {(False, False)}
    app.set_setting("pieces", "source")
    app.screen = SimpleNamespace(game_id="andarraya")
    chosen = re.search(r'set:pieces=(\w+)"><input[^>]* checked', whole(SettingsDialog(app)))  # type: ignore[arg-type]
    assert chosen is not None and chosen[1] == "figures"


def test_a_players_view_opens_and_cannot_be_shared_as_a_game() -> None:
    view = share.read_text(f"\n{share.Exports(hidden(), 1).view_text()}\n")
    assert isinstance(view, View) and view.viewer == 1
    assert share.hides_secrets(view)
    for way in (
        lambda: share.Exports(view).link().address(URL),
        lambda: share.Exports(view).save_text(),
    ):
        with pytest.raises(share.Withheld):
            way()
    assert '"viewer":"north"' in share.Exports(view, 1).view_text()
    assert share.Exports(view, 1).view_name().endswith("-north.json")


def test_the_dialog_of_a_view_offers_only_the_view() -> None:
    app, controller = FakeApp(), FakeController()
    view = share.read_text(share.Exports(hidden(), 1).view_text())
    dialog = ShareDialog(app, share.Exports(view, 1), URL, controller)  # type: ignore[arg-type]
    markup = whole(dialog)
    assert "share:view" in markup and "share:file" not in markup and "#g=" not in markup
    for target in ("share:file", "share:copy", "share:record", "share:view"):
        dialog.press(aim(target))
    assert [one[0] for one in controller.asked] == ["download"]


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
