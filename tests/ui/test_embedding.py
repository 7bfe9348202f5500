"""Boards for other pages: what they show, what they refuse, and the snippet in the share dialog."""

from __future__ import annotations

import base64
import json
import zlib
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from engine.core.contract import CHANCE, SPECTATOR, State
from engine.core.errors import AsedioError, BadLink
from engine.games import REGISTRY, game_info
from engine.match import codec, savefile
from engine.match.match import Match
from engine.match.view import View
from tests.fixtures.matches import random_match
from tests.fixtures.present import present
from tests.fixtures.says import says
from tests.ui.fakes import FakeApp
from ui.embed.screen import EmbedScreen, open_view
from ui.session import embedding
from ui.session.share import Exports, hides_secrets
from ui.session.turns import TurnLog
from ui.shell.embedding import snippet
from ui.shell.routes import PACKS
from ui.shell.screen import Screen
from ui.words.targets import Target

SECRET = tuple(game for game in REGISTRY if game_info(game).has_secrets)
URL = "https://example.org/a/index.html?way=image#play=x"


def opened(value: str, **params: str) -> Screen:
    app: Any = FakeApp()
    app.page, app.view.sprite = SimpleNamespace(url=lambda: URL), lambda game_id: None
    return open_view(app, value, params)


def shown(value: str, **params: str) -> EmbedScreen:
    screen = opened(value, **params)
    assert isinstance(screen, EmbedScreen)
    return screen


def every_slot(screen: EmbedScreen) -> list[dict[str, str]]:
    """Return what the screen shows at every turn, and its skeleton."""
    found: list[dict[str, str]] = [{"layout": screen.layout(), "title": screen.title()}]
    for turn in range(screen.last + 1):
        screen.turn = turn
        found.append(dict(screen.slots()))
    return found


def running(game_id: str, seed: int = 3) -> Match:
    """Return a running match with something hidden in it."""
    for most in (8, 14, 30, 60, 90, 120):
        match = random_match(game_id, seed, most)
        if not match.over and hides_secrets(match):
            return match
    raise AssertionError(f"{game_id} hides nothing")


# -- what is shown --------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", REGISTRY)
def test_a_match_is_shown_turn_by_turn(game_id: str) -> None:
    match = random_match(game_id, 5, 100)
    screen = shown(codec.encode(match))
    assert screen.turn == screen.last > 0
    boards = [one["board"] for one in every_slot(screen)[1:]]
    assert all("<svg" in board for board in boards) and len(set(boards)) > 1
    screen.turn = 0
    start = screen.slots()
    for name, turn in (("back", 0), ("next", 1), ("last", screen.last), ("first", 0)):
        screen.press(Target("step", name))
        assert screen.turn == turn
    assert screen.slots() == start
    assert screen.key("ArrowRight", Target("", "")) and screen.turn == 1
    assert not screen.key("a", Target("", ""))


def test_a_position_has_no_steps_and_an_address_of_its_own() -> None:
    word = codec.encode(random_match("andarraya", 5, 0))
    screen = shown(word)
    assert screen.last == 0 and "embed-steps" not in screen.layout()
    assert f'href="https://example.org/a/index.html?way=image#g={word}"' in screen.layout()
    assert not screen.key("ArrowRight", Target("", ""))


def test_the_turn_shown_first_and_settings_can_be_named() -> None:
    word = codec.encode(random_match("andarraya", 5, 20))
    screen = shown(word, at="3", lang="es", theme="night")
    assert screen.turn == 3
    assert (screen.app.settings.lang, screen.app.settings.theme) == ("es", "night")
    assert says("embed.next", "es") in screen.layout()
    for bad in ("-1", "99999", "x", "²", ""):
        assert shown(word, at=bad, lang="xx", theme="x").turn == shown(word).last


@pytest.mark.parametrize("game_id", [one for one in REGISTRY if game_info(one).exercises])
def test_an_exercise_is_shown_with_the_way_to_solve_it(game_id: str) -> None:
    screen = shown(game_id, n="2")
    assert f"#puzzle={game_id}&amp;n=2" in screen.layout() and "Exercise 2" in screen.layout()
    assert "<svg" in screen.slots()["board"]
    for bad in ("0", "99999", "x", "-1"):
        assert says("embed.none") in opened(game_id, n=bad).layout()


def test_a_game_that_is_not_on_this_page_is_called_that() -> None:
    assert says("embed.game", game="chess") in opened("chess", n="3").layout()


@pytest.mark.parametrize("game_id", REGISTRY)
def test_turns_are_counted_after_the_set_up(game_id: str) -> None:
    """Each placement used to be a turn: the twelfth showed a board that was nearly empty."""
    match = random_match(game_id, 5, 100)
    log = TurnLog(match, SPECTATOR).turns()
    played = [turn for turn in log if not turn.setup and turn.actor != CHANCE]
    screen = shown(codec.encode(match), at="12")
    assert screen.last == len(played) and screen.turn == min(12, len(played))
    ready = max((turn.end for turn in log if turn.setup), default=0)
    assert present(screen.steps).ends[0] >= ready


# -- nothing hidden gets out ----------------------------------------------------------------------


@pytest.mark.parametrize("game_id", SECRET)
def test_the_word_of_a_running_match_holds_only_what_every_spectator_knows(game_id: str) -> None:
    match = running(game_id)
    word = embedding.view_word(match, hides_secrets(match))
    assert word.startswith(embedding.PACKED)
    view = embedding.read_view(word)
    assert isinstance(view, View) and view.viewer == SPECTATOR
    told = [event for _, event in match.observed_events(SPECTATOR)]
    assert view.events == told
    assert view.state.key() == match.state.observation(SPECTATOR).key()
    body = word.removeprefix(embedding.PACKED)
    file = json.loads(zlib.decompress(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))))
    assert file["events"] == [[one.actor, *one.action] for one in told] and not file["start"]


def _always(seen: State, count: int) -> State:
    return seen


@pytest.mark.parametrize("game_id", SECRET)
def test_even_a_complete_link_is_shown_as_a_spectator_sees_it(
    game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A link with secrets in it can be written by hand; the board must not draw them."""
    match = running(game_id)
    complete = shown(codec.encode(match))
    for turn, count in enumerate(present(complete.steps).ends):
        complete.turn = turn
        drawn = complete.slots()
        truth = match.state_at(count)
        other = truth.observation(SPECTATOR).determinize(SPECTATOR, Random(turn))
        seen = other.observation(SPECTATOR)
        again = EmbedScreen(complete.app, match, "")
        again.turn = turn
        monkeypatch.setattr(again.steps, "position", partial(_always, seen))
        assert again.slots()["board"] == drawn["board"], turn


@pytest.mark.parametrize("game_id", SECRET)
def test_the_view_of_one_player_is_refused(game_id: str) -> None:
    match = running(game_id)
    data = zlib.compress(savefile.dump_view(match, 0).encode())
    word = embedding.PACKED + base64.urlsafe_b64encode(data).rstrip(b"=").decode()
    with pytest.raises(BadLink) as why:
        embedding.read_view(word)
    assert why.value.message.key == "embed.view"
    exports = Exports(savefile.load(savefile.dump_view(match, 0)), 0)
    assert snippet(exports, URL) == ""


# -- hostile words --------------------------------------------------------------------------------


def packed(text: bytes) -> str:
    return embedding.PACKED + base64.urlsafe_b64encode(zlib.compress(text)).rstrip(b"=").decode()


@pytest.mark.parametrize(
    "word",
    [
        "", "x", "<script>", "v.", "v.!!!", "v.AAAA", "v." + "A" * 11_000, "A" * 12_001,
        packed(b"[" * 100_000), packed(b"0" * 50_000_000), packed(b"\xff\xfe"), packed(b"{}"),
        packed(b'{"format":"asedio","version":1,"game":"none","rules":1,"viewer":"spectator"}'),
        packed(b'{"format":"asedio","version":1,"game":"stratego","rules":1,"viewer":"nobody"}'),
        codec.encode(random_match("andarraya", 5, 8))[:-3],
    ],
)  # fmt: skip
def test_a_hostile_word_is_refused_with_a_message(word: str) -> None:
    with pytest.raises(AsedioError) as why:
        embedding.read_view(word)
    said = FakeApp().words().message(why.value.message)
    assert said != why.value.message.key
    assert said in opened(word).layout() and "<svg" not in opened(word).layout()


def test_a_word_cut_off_in_the_middle_is_refused() -> None:
    word = embedding.view_word(running(SECRET[0]), True)
    for end in range(3, len(word) - 1, 37):
        with pytest.raises(AsedioError):
            embedding.read_view(word[:end])


def test_names_are_text() -> None:
    match = random_match("andarraya", 5, 4)
    match.config.names = ("<b>Ana</b>", "{x}")
    layout = shown(codec.encode(match)).layout()
    assert "<b>" not in layout and "&lt;b&gt;Ana" in layout


# -- the snippet ----------------------------------------------------------------------------------


def test_the_snippet_is_a_frame_and_the_script_for_its_height() -> None:
    match = random_match("andarraya", 5, 8)
    html = snippet(Exports(match), URL)
    frame, script = html.splitlines()
    assert f'<iframe src="https://example.org/a/#view={codec.encode(match)}"' in frame
    assert 'title="Andarraya"' in frame and frame.endswith("</iframe>")
    assert script == '<script async src="https://example.org/a/embed.js"></script>'


@pytest.mark.parametrize("game_id", SECRET)
def test_the_snippet_of_a_running_match_shows_no_secret(game_id: str) -> None:
    match = running(game_id)
    html = snippet(Exports(match, 0), URL)
    word = html.partition("#view=")[2].partition('"')[0]
    assert embedding.read_view(word).viewer == SPECTATOR
    assert codec.encode(match) not in html


def test_the_embedded_board_is_a_pack_of_its_own() -> None:
    assert PACKS["view"] == ("ui.embed",)
