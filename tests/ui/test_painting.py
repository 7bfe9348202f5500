"""Order of rendering after a press: the board at once, text and speech a frame later."""

from __future__ import annotations

import gc
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from engine.core.telling import Happening
from tests.ui.fakes import STEPS, Opened, link, opened
from ui.saves.entries import key_of
from ui.session.history import BOOKMARK_EVERY

REST = ("say", "choices", "feed", "news", "effects", "shown")


def slow(app: Opened, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Delay painting; return the list of callbacks that wait for the next frame."""
    waiting: list[Any] = []
    monkeypatch.setattr(app.page, "painted", waiting.append)
    return waiting


def march(app: Opened) -> None:
    """Move a piece of `STEPS` from d7 to c7."""
    app.press("sq:d7", "sq:c7")


def test_the_board_is_updated_before_text_and_speech(monkeypatch: pytest.MonkeyPatch) -> None:
    app = opened(f"#g={link(STEPS)}")
    before = {name: app.view.slots[name] for name in REST}
    waiting, parts = slow(app, monkeypatch), dict(app.view.parts)
    march(app)
    assert app.view.parts["pieces"] != parts["pieces"] and app.view.parts["cells"] == parts["cells"]
    assert {name: app.view.slots[name] for name in REST} == before
    assert not any("d7" in one and "c7" in one for one in app.view.said)
    assert len(waiting) == 1  # one frame for both presses
    waiting.pop()()
    assert all(app.view.slots[name] != before[name] for name in ("feed", "news", "effects"))
    assert app.view.parts["cells"] != parts["cells"]
    assert "c7" in app.view.said[-1] and "d7" in app.view.said[-1]


def test_a_new_board_can_be_pressed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    app = opened()
    slow(app, monkeypatch)
    app.route(f"#g={link(STEPS)}")
    assert app.page.marks[-1] == "asedio:board"
    assert app.view.parts["cells"] == app.screen.rest_parts()["cells"]


def test_a_bookmark_is_stored_after_the_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    app = opened("#new=andarraya")
    screen, rng = app.table, Random(1)
    where, waiting = key_of("mark", screen.session.key), slow(app, monkeypatch)
    while screen.session.count < BOOKMARK_EVERY:
        assert app.store.storage.get(where) is None
        state = screen.session.observation()
        way = screen.session.game.path(state, rng.choice(sorted(state.legal_actions())))
        for target in way:
            app.press(target)
    assert app.store.storage.get(where) is None
    waiting.pop()()
    assert app.store.storage.get(where) is not None


def test_the_next_press_first_completes_the_pending_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    """Announcements come in the same order as if the frame had been painted in time."""
    app, quick = opened(f"#g={link(STEPS)}"), opened(f"#g={link(STEPS)}")
    slow(app, monkeypatch)
    for one in (app, quick):
        march(one)
        one.press("act:undo")
    assert app.view.said == quick.view.said


def test_garbage_collection_is_paused_until_the_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    app = opened(f"#g={link(STEPS)}")
    waiting = slow(app, monkeypatch)
    app.press("sq:d7")
    assert not gc.isenabled()
    waiting.pop()()
    assert gc.isenabled()
    app.hover("sq:c7")
    assert gc.isenabled()


def test_a_press_without_a_frame_leaves_garbage_collection_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = opened(f"#g={link(STEPS)}")
    monkeypatch.setattr(app.screen, "press", lambda target: False)
    slow(app, monkeypatch)
    app.press("sq:d7")
    assert gc.isenabled()


def test_lifting_the_curtain_shows_the_board_first(monkeypatch: pytest.MonkeyPatch) -> None:
    app = opened("#new=stratego")
    app.press("act:random")
    waiting = slow(app, monkeypatch)
    app.press("act:ready")
    assert "data-curtain" in app.view.layouts["main"]  # the curtain is drawn at once
    app.press("btn:reveal")
    board, rest = app.screen.slots(), app.screen.rest()
    assert {name: app.view.slots[name] for name in board} == board
    app.view.slots.clear()
    waiting.pop()()
    assert {name: app.view.slots[name] for name in rest} == rest


def run(app: Opened) -> None:
    """Run all timers of the page."""
    while app.page.due:
        app.page.due.pop(0)()


def battle(app: Opened) -> Any:
    """Set up both sides at random and lift the curtain; return the screen."""
    app.press("act:random", "act:ready", "btn:reveal", "act:random", "act:ready", "btn:reveal")
    return app.screen


def test_behind_the_curtain_new_turns_are_prepared_and_nothing_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = opened("#new=stratego")
    screen = battle(app)
    run(app)
    state = screen.session.observation()
    quiet = min(action for action in state.legal_actions() if action[0] == "move")
    for target in screen.session.game.path(state, quiet):
        app.press(target)
    assert screen.session.curtain is not None
    shown = dict(app.view.layouts), dict(app.view.slots), list(app.view.said)
    told: list[object] = []
    tell: Callable[..., tuple[Happening, ...]] = screen.session.game.tell

    def telling(*of: Any) -> tuple[Happening, ...]:
        told.append(of[3])
        return tell(*of)

    monkeypatch.setattr(screen.session.game, "tell", telling)
    run(app)
    assert set(told) == {screen.session.curtain}
    assert (app.view.layouts, app.view.slots, app.view.said) == shown
    told.clear()
    app.press("btn:reveal")
    assert not told and app.view.slots["news"]


def test_areas_beside_the_board_are_drawn_a_frame_later(monkeypatch: pytest.MonkeyPatch) -> None:
    # Fixed set-ups: with a few others the game ends before a piece may enter.
    monkeypatch.setattr("ui.input.arrange.Random", lambda: Random(1))
    app = opened("#new=cotadrez")
    screen, chosen = battle(app), ""
    while not chosen:  # until a piece of the Reserve may enter
        if screen.session.curtain is not None:
            app.press("btn:reveal")
        state = screen.session.observation()
        ways = [screen.session.game.path(state, one) for one in sorted(state.legal_actions())]
        chosen = next((way[0] for way in ways if way[0].startswith("kind:")), "")
        for target in () if chosen else ways[0]:
            app.press(target)
    assert {"far", "near", "tray"} <= screen.rest().keys()
    assert not {"far", "near", "tray"} & screen.slots().keys()
    slow(app, monkeypatch)
    app.press(chosen)
    assert chosen in app.view.held


def test_a_selection_is_marked_at_once_and_drawn_a_frame_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = opened("#new=twocities")
    cards: list[str] = []
    while not cards:
        if app.session.curtain is not None:
            app.press("btn:reveal")
        can = [str(one) for one in app.table.table.can()]
        if not (cards := [one for one in can if one.startswith("card:")]):
            app.press(next(iter(can)))
    waiting, before = slow(app, monkeypatch), app.view.slots["tray"]
    app.press(cards[0])
    assert cards[0] in app.view.held and app.view.slots["tray"] == before
    app.press(cards[0])
    assert cards[0] not in app.view.held
    app.press(cards[0])
    waiting.pop()()
    assert app.view.slots["tray"].count('aria-pressed="true"') == 1


def test_when_painted_runs_at_once_or_after_the_pending_frame(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app, done = opened(f"#g={link(STEPS)}"), []
    app.when_painted(lambda: done.append("at once"))
    assert done == ["at once"]
    waiting = slow(app, monkeypatch)
    app.press("sq:d7")
    app.when_painted(lambda: done.append("later"))
    assert done == ["at once"]
    waiting.pop()()
    assert done == ["at once", "later"]
