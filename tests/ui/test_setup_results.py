"""Kept set-ups: results from finished games only, and the computer's opinion from the worker."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from engine.core.contract import SPECTATOR, Draft
from engine.games import load_game
from engine.match.match import Match, MatchConfig
from engine.match.opened import opened as opened_state
from engine.search import setup_chances
from engine.search.engine_server import EngineServer, setup_question
from engine.search.setup_chances import set_up
from tests.fixtures.present import present
from tests.ui.fakes import Opened, opened
from tests.ui.test_opponent import FakeEngine
from ui.learn.setups.dialog import SetupsDialog, open_setups
from ui.learn.setups.results import SetupReader
from ui.saves.entries import event_key
from ui.saves.results import Results, ended
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store
from ui.session.long_tasks import ReadingTask
from ui.words.i18n import I18n

GAMES = ("cotadrez", "stratego")
FEW = 3  # replies


@pytest.fixture(autouse=True)
def few_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup_chances, "REPLIES", FEW)
    monkeypatch.setattr(setup_chances, "NODES", 200)


def set_up_match(game_id: str, drafts: tuple[Draft, Draft], names: tuple[str, ...] = ()) -> Match:
    """Return a match after the set-up by these drafts."""
    match = Match(MatchConfig(game_id, {}, names))
    while (plan := match.game.arrangement(match.state)) is not None:
        player = match.state.current_player()
        plan = present(match.game.arrangement(match.state, drafts[player]))
        assert plan.actions
        for action in plan.actions:
            match.play(action)
    return match


def drafts(game_id: str, first: int = 1, second: int = 2) -> tuple[Draft, Draft]:
    game = load_game(game_id)()
    state = game.initial_state()
    made = game.random_draft(state, Random(first))
    for action in present(game.arrangement(state, made)).actions:
        state.apply(action)
    return made, game.random_draft(state, Random(second))


def texts(game_id: str, both: tuple[Draft, Draft]) -> list[str]:
    """Return the two set-ups as texts, each written when its player sets up."""
    game = load_game(game_id)()
    state = game.initial_state()
    found = []
    for draft in both:
        found.append(game.setup_text(state, draft))
        plan = game.arrangement(state, draft)
        for action in plan.actions if plan is not None else ():
            state.apply(action)
    return found


def finished(match: Match, loser: int) -> Match:
    while match.state.current_player() < 0:
        match.take(match.options_now()[0])
    match.play(("resign", loser))
    return match


def stored(store: Store, match: Match, seats: tuple[int, ...] = ()) -> str:
    key = store.add(match)
    if seats:
        store.save_table(key, {"seats": list(seats)})
    store.set_result(key, match.outcome())
    return key


def results(store: Store, game_id: str) -> dict[str, dict[int, Results]]:
    work = ReadingTask(SetupReader(store, game_id).results)
    while not work.go_on():
        pass
    return work.result()


# -- texts of Cotadrez ----------------------------------------------------------------------------


def test_deployment_of_cotadrez_is_written_and_read_for_either_half() -> None:
    game = load_game("cotadrez")()
    state = game.initial_state()
    for seed in range(40):
        draft = game.random_draft(state, Random(seed))
        text = game.setup_text(state, draft)
        assert text.startswith("rF") and int(text[3]) < 5  # in the South
        again = present(game.read_setup(state, text))
        assert game.setup_text(state, again) == text
    south = present(game.read_setup(state, text))
    for action in present(game.arrangement(state, south)).actions:
        state.apply(action)
    north = present(game.read_setup(state, text))  # the other player has the North
    assert int(dict(north)["fortress"][1:]) > 5
    assert game.setup_text(state, north) == text


@pytest.mark.parametrize(
    "text",
    ["", "*", "rF", "rFe2f3 *", "rFe2f3 rRa1 *", "x *", "rFe2f3 " * 200 + "*", "rFa1a1 rRb2 *",
     "rFe2f3 rRe1 rMa1 rMa1 rMa2 *", "rFe2f3 rRe1 rMa1 rMa2 rMa3", "rF\ud8002 *"],
)  # fmt: skip
def test_text_that_is_no_deployment_of_cotadrez_is_refused(text: str) -> None:
    game = load_game("cotadrez")()
    assert game.read_setup(game.initial_state(), text) is None


# -- results --------------------------------------------------------------------------------------


@pytest.mark.parametrize("packed", [False, True], ids=["loose", "packed"])
@pytest.mark.parametrize("game", GAMES)
def test_results_are_counted_by_set_up_and_side(game: str, packed: bool) -> None:
    store, both = Store(MemoryStorage()), drafts(game)
    first, second = texts(game, both)
    for loser in (1, 1, 0):
        key = stored(store, finished(set_up_match(game, both, (str(loser),)), loser))
        assert store.pack(key) or not packed
    found = results(store, game)
    assert found[first][0] == Results(2, 0, 1)
    assert found[second][1] == Results(1, 0, 2)
    assert set(found) == {first, second}


@pytest.mark.parametrize("game", GAMES)
def test_set_ups_of_computers_and_of_running_games_do_not_count(game: str) -> None:
    store, both = Store(MemoryStorage()), drafts(game)
    stored(store, finished(set_up_match(game, both), 1), (3, 0))
    running = set_up_match(game, drafts(game, 5, 6))
    key = store.add(running)
    found = results(store, game)
    second = texts(game, both)[1]
    assert found == {second: {1: Results(0, 0, 1)}}
    match = finished(running, 0)
    store.append(key, len(match.events) - 1, match.events[-1])
    store.set_result(key, match.outcome())
    assert len(results(store, game)) > 1


def test_draw_counts_as_drawn_for_both() -> None:
    assert Results().plus(ended("1/2-1/2", 1)) == Results(0, 1, 0)
    assert Results(1, 1, 1).plus(ended("0-1", 1)) == Results(2, 1, 1)


def test_damaged_game_is_left_out() -> None:
    storage = MemoryStorage()
    store, both = Store(storage), drafts("cotadrez")
    key = stored(store, finished(set_up_match("cotadrez", both), 0))
    assert results(store, "cotadrez")
    storage.entries[event_key(key, 1)] = "{"
    assert results(Store(storage), "cotadrez") == {}


# -- the computer's opinion -----------------------------------------------------------------------


def asked(game_id: str, text: str, seat: int = 0) -> dict[str, Any]:
    server = EngineServer()
    server.ask(setup_question(MatchConfig(game_id, {}), seat, text))
    while server.step(1.0):
        pass
    reply: dict[str, Any] = json.loads(server.reply())
    return reply


def test_worse_set_up_has_smaller_chances() -> None:
    """The rows of a good set-up in reverse order have the flag in the front row."""
    game = load_game("stratego")()
    state = game.initial_state()
    good = game.setup_text(state, game.setups(state)[0].draft)
    bad = "/".join(reversed(good.split("/")))
    sure, risky = asked("stratego", good), asked("stratego", bad)
    assert len(sure["chances"]) == len(risky["chances"]) == FEW and sure["actions"] == []
    assert sum(sure["chances"]) > sum(risky["chances"]) + 0.6
    assert asked("stratego", good)["chances"] == sure["chances"]  # the same every time


def test_set_up_that_does_not_fit_has_no_chances() -> None:
    reply = asked("cotadrez", "nonsense")
    assert reply["chances"] == [] and reply["actions"] == [] and "error" not in reply
    four = load_game("stratego")
    many = next(one for one in four.info.options if one.name == "players")
    assert 4 in many.values


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("player", [0, 1])
def test_replies_are_drawn_for_the_other_player_only(game_id: str, player: int) -> None:
    game = load_game(game_id)()
    start, made = game.initial_state(), drafts(game_id)[0]
    text = game.setup_text(start, made)
    armies: list[list[set[tuple[str, str]]]] = []
    for seed in range(8):
        state = present(set_up(game, start, player, text, Random(seed)))
        assert game.arrangement(state) is None
        pieces = game.scene(opened_state(state), SPECTATOR).pieces
        armies.append([{(p.square, p.glyph) for p in pieces if p.side == n} for n in (0, 1)])
    kept = [sum(one[side] == armies[0][side] for one in armies) for side in (0, 1)]
    own = player if game_id == "stratego" else kept.index(max(kept))
    assert kept[own] >= 3 and kept[1 - own] == 1


# -- the dialog -----------------------------------------------------------------------------------


def dialog_at(
    storage: MemoryStorage, game: str, seats: tuple[int, ...], lang: str = "en"
) -> tuple[Opened, FakeEngine]:
    app = opened("", storage)
    app.set_setting("lang", lang)
    engine = FakeEngine()
    app.page.mind = engine
    app.controller.start_game(game, {}, (), seats)
    app.press("act:random")
    return app, engine


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("game", GAMES)
def test_dialog_shows_results_and_opinion_of_kept_set_ups(game: str, lang: str) -> None:
    storage = MemoryStorage()
    app, engine = dialog_at(storage, game, (0, 1), lang)
    text = app.table.table.game.setup_text(
        app.table.table.arrange.position, app.table.table.arrange.draft
    )
    both = app.table.table.arrange.draft, drafts(game)[1]
    if game == "cotadrez":
        fit = load_game(game)()
        state = fit.initial_state()
        for action in present(fit.arrangement(state, both[0])).actions:
            state.apply(action)
        both = both[0], fit.random_draft(state, Random(3))
    stored(app.store, finished(set_up_match(game, both), 1), (0, 2))
    app.press("act:keep", "act:fared")
    app.page.slices()
    words, shown = I18n(lang, game), app.view.slots["setups"]
    assert isinstance(app.dialog, SetupsDialog)
    assert words.t("setups.fared", won=1, drawn=0, lost=0) in shown
    assert words.t("setups.used", n=1) in shown and words.t("table.setup.mine", n=1) in shown
    app.press("act:weigh:0")
    assert engine.asked[-1]["setup"] == text and engine.asked[-1]["seat"] == 0
    engine.finish()
    app.refresh()
    shown = app.view.slots["setups"]
    assert "%" in shown and words.t("setups.chances.of", n=FEW, depth=9)[:14] in shown
    app.press("act:load:0")
    assert app.dialog is None and app.table.table.arrange.draft


def test_set_ups_are_not_weighed_against_a_person() -> None:
    app, engine = dialog_at(MemoryStorage(), "stratego", ())
    app.press("act:keep", "act:fared")
    assert "act:weigh" not in app.view.slots["setups"]
    app.press("act:weigh:0")
    assert not any(one.get("about") == "setup" for one in engine.asked)
    assert I18n("en", "stratego").t("setups.no_opinion") in app.view.layouts["dialog"]


def test_other_seat_sees_no_trace_of_a_secret_set_up() -> None:
    app, _ = dialog_at(MemoryStorage(), "stratego", ())
    text = app.table.table.game.setup_text(
        app.table.table.arrange.position, app.table.table.arrange.draft
    )
    app.press("act:keep", "act:ready")
    open_setups(app.table.table)
    assert app.dialog is None  # behind the curtain
    app.press("btn:reveal", "act:fared")
    assert text not in app.view.slots["setups"] and "act:load" not in app.view.slots["setups"]


def test_closing_the_dialog_stops_the_computer() -> None:
    app, engine = dialog_at(MemoryStorage(), "cotadrez", (0, 1))
    app.press("act:fared", "act:weigh:board")
    number = engine.asked[-1]["number"]
    app.press("dialog:close")
    assert number in engine.cancelled
