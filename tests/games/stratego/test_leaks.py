"""Leak tests: with one hidden enemy piece changed, all that a player has of the game stays the same
byte for byte."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest

from engine.core.contract import Event
from engine.core.errors import AsedioError
from engine.dev.common import play_on
from engine.games.stratego.game import Stratego
from engine.games.stratego.rules.state import StrategoState
from engine.match.match import Match, MatchConfig
from engine.match.view import View
from tests.fixtures.matches import replay
from tests.fixtures.sampled import sampled
from tests.ui.fakes import FakeApp, FakeController, whole
from ui.render.telling import lengths
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store
from ui.session import share
from ui.session.session import Session
from ui.session.share import Exports, kept_view
from ui.shell.dialogs import ShareDialog
from ui.table import speech
from ui.table.screen import TableScreen

VARIANTS: list[dict[str, Any]] = [
    {},
    {"army": "barrage8"},
    {"blind_combat": True, "hidden_captures": True},
    {"board": "hex10"},
    {"board": "tri10"},
    {"players": 3},
    {"players": 4, "blind_combat": True},
]


def played(options: dict[str, Any], seed: int, length: int) -> Match:
    game = Stratego(options)
    match = Match(MatchConfig("stratego", dict(game.options), game.sides), game=game)
    return play_on(match, Random(seed), length)


def told(match: Match, viewer: int) -> list[Event]:
    return [event for _, event in match.observed_events(viewer)]


def twin(match: Match, viewer: int) -> Match | None:
    """Return the game with two pieces of an enemy's set-up exchanged that `viewer` never met."""
    puts = [
        number
        for number, event in enumerate(match.events)
        if event.action[0] == "put" and event.action[1] and event.actor != viewer
    ]
    known = told(match, viewer)
    pairs = list(combinations(puts, 2))
    for one, two in Random(len(puts)).sample(pairs, min(40, len(pairs))):
        first, second = match.events[one], match.events[two]
        if first.actor != second.actor or first.action == second.action:
            continue
        events = list(match.events)
        events[one], events[two] = (
            Event(first.actor, second.action),
            Event(second.actor, first.action),
        )
        try:
            other = replay(
                MatchConfig("stratego", dict(match.config.options), match.config.names), events
            )
        except AsedioError:
            continue
        if told(other, viewer) == known and other.state.key() != match.state.key():
            return other
    return None


def players_app(lang: str, store: Store) -> tuple[Any, Any]:
    """Return a page without drawings, and its controller."""
    app: Any = FakeApp(lang, store)
    app.view.sprite = lambda game_id: None
    return app, FakeController()


def everything(match: Match, viewer: int) -> list[str]:
    """Return all that a player has: position, scene, page with its log, speech, sounds and their
    times, the computer's delays, and his record."""
    app, controller = players_app("es", Store(MemoryStorage()))
    app.set_setting("sound", "on")
    session = Session(match, app.store, "same-table")
    screen = TableScreen(app, controller, session)
    session.reveal()
    assert session.viewer == viewer
    page = [screen.title(), whole(screen), screen.fragment()]
    state = match.state.observation(viewer)
    scene = repr(match.game.scene(state, viewer))
    log = repr([(turn.text, turn.end) for turn in session.log()])
    speech.after(screen.table)
    dialog = ShareDialog(app, Exports(match, viewer), "http://x/", controller)
    exports = Exports(match, viewer)
    shared = [whole(dialog), exports.view_text(), repr(exports.other_texts())]
    telling = screen.table.state.telling
    assert telling and app.page.heard
    said = [*app.said, repr(app.page.heard), repr(lengths(telling))]
    return [state.to_text(), scene, *page, log, *shared, *said]


@pytest.mark.parametrize("options", sampled(VARIANTS, 4, shift=3))
def test_6_1_6_6_a_hidden_piece_leaves_no_trace_in_page_log_or_record(
    options: dict[str, Any],
) -> None:
    found = 0
    for seed in range(6):
        home = 40 * 4 + 8
        match = played(options, seed, home + 20 + seed)
        state = match.state
        assert isinstance(state, StrategoState)
        viewer = state.current_player()
        if viewer < 0 or state.setting_up or state.automatic():
            continue
        other = twin(match, viewer)
        if other is None:
            continue
        found += 1
        assert everything(match, viewer) == everything(other, viewer)
    assert found


def kept(match: Match, viewer: int) -> list[str]:
    """Return what a player has of a game saved as he knows it: the record, the browser's entry,
    and the page at every turn."""
    text = share.Exports(match, viewer).view_text()
    app, controller = players_app("en", Store(MemoryStorage(), now=lambda: 0, token=lambda: "one"))
    view = share.read_text(text)
    assert isinstance(view, View)
    session = Session(view, app.store, app.store.add(view, kept_view(view)))
    screen = TableScreen(app, controller, session)
    pages = []
    for turn in (None, *session.log()[-3:]):
        session.look(None if turn is None else turn.end)
        pages += [screen.title(), whole(screen)]
    storage = app.store.storage
    return [text, *(f"{key} {storage.get(key)}" for key in sorted(storage.keys())), *pages]


@pytest.mark.parametrize("options", sampled(VARIANTS, 3))
def test_6_1_s53_what_a_player_saves_holds_no_secret_of_others(options: dict[str, Any]) -> None:
    found = 0
    for seed in range(6):
        match = played(options, seed, 40 * 4 + 30)
        viewer = seed % len(match.game.sides)
        other = None if match.over or found > 1 else twin(match, viewer)
        if other is not None:
            found += 1
            assert kept(match, viewer) == kept(other, viewer)
    assert found
