"""The engine in a study: silent about games that people are playing; guesses are refused."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.core.contract import RESIGN
from engine.core.outcome import won_by
from engine.core.steps import finish
from engine.core.texts import Message
from engine.games import REGISTRY, game_editor, game_info
from engine.match import codec, record
from engine.match.match import Match, MatchConfig, sorted_options
from engine.match.study import ROOT, Chapter, Study
from engine.search.engine_server import LINES
from tests.far.devices import met
from tests.far.tables import play_on
from tests.fixtures.present import present
from tests.fixtures.says import wording
from tests.fixtures.shipped import SHIPPED
from tests.ui.fakes import Opened, opened
from tests.ui.test_engine_view import EVERY
from tests.ui.test_opponent import FakeEngine, slots
from tests.ui.test_study import ended
from ui.learn.study import entry
from ui.learn.study.engine import _play_on
from ui.learn.study.running_games import OPENING
from ui.learn.study.screen import StudyScreen
from ui.saves.store import Store

PLAYED = 24  # events of a running game
LETTERS = 40  # of a running far game


def begun(game_id: str = "andarraya", count: int = PLAYED) -> Match:
    """Return a running game after `count` random events."""
    match, rng = Match(MatchConfig(game_id)), Random(7)
    match.begin()
    while len(match.events) < count:
        match.take(rng.choice(match.options_now()))
    return match


def running(
    app: Opened, match: Match, levels: tuple[int, ...] = (0, 0), source: str = ""
) -> tuple[Store, str]:
    """Store a game that is going on, as another tab would."""
    store = app.store
    key = store.new_game(match.config, source)
    store.save_table(key, {"flipped": False, "seats": list(levels)})
    for index, event in enumerate(match.events):
        store.append(key, index, event)
    return store, key


def study_of(
    app: Opened, chapter: Chapter, node: int | None = None
) -> tuple[StudyScreen, FakeEngine]:
    """Open a study at the end of its main line and press the engine's button."""
    engine = FakeEngine()
    app.page.mind = engine
    at = [ROOT, *chapter.main_line()][-1] if node is None else node
    app.go(entry.fresh(app, app.controller, Study("", [chapter]), at))
    screen = app.showing(StudyScreen)
    app.press("act:engine:go")
    return screen, engine


def asked(engine: FakeEngine) -> list[dict[str, Any]]:
    return [one for one in engine.asked if one["about"] == LINES]


@pytest.mark.parametrize("way", ["link", "record", "position", "later"])
def test_a_pasted_running_game_gets_no_lines(way: str) -> None:
    app, match = opened(), begun()
    running(app, match)
    if way == "position":
        chapter = Chapter(MatchConfig("andarraya", start=match.state.to_text()))
    else:
        text = record.write(match) if way == "record" else codec.encode(match)
        chapter = finish(entry.reading(text)).chapters[0]
    node = None
    if way == "later":  # what follows from the position on the board
        node = chapter.end()
        for action in sorted(match.state.legal_actions())[:1]:
            node = chapter.play(node, action)
    screen, engine = study_of(app, chapter, node)
    for what in EVERY:
        app.press(f"act:engine:{what}")
    assert not asked(engine)
    assert wording("engine.playing", "es") in slots(screen)


@pytest.mark.parametrize("game_id", ["andarraya", "cotadrez", "rilatria"])
def test_a_running_game_taken_through_the_editor_gets_no_lines(game_id: str) -> None:
    app, match = opened(), begun(game_id, 60 if game_id == "cotadrez" else PLAYED)
    _, key = running(app, match)
    app.route(f"#play={key}")
    app.press("act:edit")
    assert app.screen is not None and app.screen.name == "editor"
    engine = FakeEngine()
    app.page.mind = engine
    app.press("act:study")
    screen = app.showing(StudyScreen)
    assert screen.cursor.chapter.start.key() == match.state.key()
    app.press("act:engine:go")
    assert not asked(engine) and wording("engine.playing", "es") in slots(screen)


def test_positions_before_those_of_the_game_are_looked_at() -> None:
    app, match = opened(), begun()
    running(app, match)
    chapter = finish(entry.reading(codec.encode(match))).chapters[0]
    screen, engine = study_of(app, chapter, [ROOT, *chapter.main_line()][OPENING - 1])
    assert asked(engine)
    app.key("End", "")  # the engine follows the cursor, but not there
    assert len(asked(engine)) == 1 and not engine.server.busy
    assert wording("engine.playing", "es") in slots(screen)


def test_another_tab_reaches_the_position_of_the_study() -> None:
    app, match = opened(), begun()
    early = Match(match.config)
    early.resume(match.events[:-2], match.state_at(PLAYED - 2))
    store, key = running(app, early)
    chapter = Chapter(MatchConfig("andarraya", start=match.state.to_text()))
    screen, engine = study_of(app, chapter)
    assert len(asked(engine)) == 1
    for index in (PLAYED - 2, PLAYED - 1):
        store.append(key, index, match.events[index])
    app.press("act:engine:go", "act:engine:go")
    assert len(asked(engine)) == 1 and not engine.server.busy
    assert wording("engine.playing", "es") in slots(screen)


@pytest.mark.parametrize("how", ["key", "arrow", "tree"])
def test_the_engine_follows_the_cursor(how: str) -> None:
    app, match = opened(), begun()
    match.resign(0)
    chapter = finish(entry.reading(codec.encode(match))).chapters[0]
    screen, engine = study_of(app, chapter, [ROOT, *chapter.main_line()][12])
    if how == "key":
        app.key("ArrowLeft", "")
    else:
        app.press("act:log-prev" if how == "arrow" else "act:study:go:11")
    assert [len(one["events"]) for one in asked(engine)] == [12, 11]
    assert screen.cursor.node == 11 and engine.server.busy


@pytest.mark.parametrize("how", ["over", "computer", "imported", "young"])
def test_games_without_another_person_forbid_nothing(how: str) -> None:
    app = opened()
    match = begun(count=OPENING - 2) if how == "young" else begun()
    store, key = running(
        app, match, (0, 3) if how == "computer" else (0, 0), "x" if how == "imported" else ""
    )
    if how == "over":
        match.resign(0)
        store.append(key, PLAYED, match.events[-1])
        store.set_result(key, match.outcome())
    start = match.state_at(min(PLAYED, len(match.events)))
    chapter = Chapter(MatchConfig("andarraya", start=start.to_text()))
    _, engine = study_of(app, chapter)
    assert asked(engine)


@pytest.mark.parametrize("game_id", SHIPPED)
def test_every_game_guards_its_running_positions(game_id: str) -> None:
    app, match = opened(), begun(game_id, 120 if game_id == "stratego" else 40)
    running(app, match)
    chapter = Chapter(match.config)
    node = ROOT
    for event in match.events:
        node = chapter.append(node, event)
    _, engine = study_of(app, chapter, node)
    assert not asked(engine)


def edited(match: Match) -> list[str]:
    """Return position texts in which counters, or the side to move, are not those of a match."""
    editor = present(game_editor(match.game))
    sheet = editor.sheet(match.state)
    found = []
    for field in editor.fields:
        words = [word for word, _ in field.choices] if field.name == "side" else []
        words += ["0", "1", "2", "3", "7"] if field.kind == "number" else []
        for word in words:
            other = sheet.with_value(field.name, word)
            if other != sheet and editor.fault(other) is None:
                found.append(editor.text(other))
                break
    return found


@pytest.mark.parametrize("game_id", SHIPPED)
def test_changed_counters_and_sides_do_not_open_a_running_position(game_id: str) -> None:
    """Neither do other options, where the game has some that fit."""
    app, match = opened(), begun(game_id, 120 if game_id == "stratego" else 40)
    editor = game_editor(match.game)
    while editor is None or not editor.can_edit(match.state) or not edited(match):
        match.take(sorted_options(match.state)[0])
    store, key = running(app, match)
    texts = edited(match)
    assert texts and match.state.to_text() not in texts
    for text in texts:
        chapter = Chapter(MatchConfig(game_id, dict(match.config.options), start=text))
        assert chapter.start.key() != match.state.key()
        screen, engine = study_of(app, chapter)
        assert not asked(engine) and wording("engine.playing", "es") in slots(screen), text
    store.set_result(key, won_by(1, RESIGN))
    _, engine = study_of(app, Chapter(MatchConfig(game_id, start=texts[0])))
    assert asked(engine)


def test_changed_options_do_not_open_a_running_position() -> None:
    app, match = opened(), begun()
    running(app, match)
    config = MatchConfig("andarraya", {"move_counter": "reset"}, start=match.state.to_text())
    assert not asked(study_of(app, Chapter(config))[1])


def far_game(game_id: str) -> tuple[Match, int]:
    """Return a running far game as one device has it, and the seat of that device."""
    if game_id == "twocities":  # dealing by letters takes minutes
        truth = begun(game_id, 40)
        known = Match(truth.config, viewer=0)
        for _, event in truth.observed_events(0):
            known.play(event.action)
        return known, 0
    pair = met(game_id, 1)
    play_on(pair, 1, LETTERS)
    return pair[0].course.match, pair[0].seat


@pytest.mark.parametrize("game_id", [one for one in REGISTRY if game_info(one).far])
def test_a_guess_at_what_a_far_opponent_hides_gets_no_lines(game_id: str) -> None:
    """The browser holds only what this player knows; the study fills in the rest."""
    app, (match, seat) = opened(), far_game(game_id)
    store = app.store
    assert not match.over
    key = store.new_game(match.config)
    store.storage.set(f"asedio:far:{key}", "{}")
    whole = match.viewer is None
    store.save_table(key, {"flipped": False, "seats": [0, 0], "far": seat, "whole": whole})
    for index, event in enumerate(match.events):
        store.append(key, index, event)
    guess = match.state.observation(seat).determinize(seat, Random(5))
    chapter = Chapter(MatchConfig(game_id, dict(match.config.options), start=guess.to_text()))
    screen, engine = study_of(app, chapter)
    assert not asked(engine) and wording("engine.playing", "es") in slots(screen)


def test_boards_of_the_opening_are_those_of_many_games() -> None:
    """A piece that went out and home again does not close the start to every study."""
    app, match = opened(), Match(MatchConfig("andarraya"))
    moves = ["g1f3", "g8f6", "f3g1", "f6g8"] * 3
    for move in moves:
        match.play(match.game.parse_action(match.state, move))
    running(app, match)
    assert asked(study_of(app, Chapter(MatchConfig("andarraya")))[1])


def test_with_one_players_eyes_a_line_that_is_not_possible_is_refused() -> None:
    app, match = opened(), ended("stratego")
    app.go(entry.study_game(app, app.controller, match))
    screen = app.showing(StudyScreen)
    count = len(screen.cursor.chapter.nodes)
    _play_on(screen.table, (("attack", 0, 99),))
    assert len(screen.cursor.chapter.nodes) == count
    assert screen.table.state.refused == Message("engine.guess")
